import { RequestError } from "@ccdag/pipeline/tables";
import type { Command } from "../command.ts";
import { scripts, shells } from "../complete/scripts.ts";
import { exit, type Io } from "../io.ts";

/** What is typed for it. */
export const command: Command = {
  name: "completion",
  rank: 270,
  purpose: "setup",
  description: "print a script with which a shell completes commands, options and sessions",
  arguments: [["<shell>", "bash, zsh, fish or powershell"]],
  options: [],
  example: "completion zsh > ~/.zfunc/_ccdag",
  isPlain: true,
  run: ([shell], _, io) => runCompletion(shell!, io),
};

/** `ccdag completion`: prints the script of a shell, to be installed. */
async function runCompletion(shell: string, io: Pick<Io, "stdout">): Promise<number> {
  const known = shells.find((one) => one === shell);
  if (known === undefined) throw new RequestError(`Unexpected shell \`${shell}\`, expected ${shells.join(", ")}`);
  await io.stdout(scripts[known]);
  return exit.done;
}
