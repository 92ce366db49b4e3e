import { RequestError } from "@ccdag/pipeline/tables";
import { scripts, shells } from "../complete/scripts.ts";
import { exit, type Io } from "../io.ts";

/** `ccdag completion`: prints the script of a shell, to be installed. */
export async function runCompletion(shell: string, io: Pick<Io, "stdout">): Promise<number> {
  const known = shells.find((one) => one === shell);
  if (known === undefined) throw new RequestError(`Unexpected shell \`${shell}\`, expected ${shells.join(", ")}`);
  await io.stdout(scripts[known]);
  return exit.done;
}
