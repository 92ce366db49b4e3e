import { join } from "node:path";
import { projectFolders, projectName, sessionIds } from "@ccdag/files/find";
import { visibleLine } from "@ccdag/pipeline/tables";
import { rootsOf } from "@ccdag/library/roots";
import type { Command } from "../command.ts";
import { candidatesOf } from "../complete/candidates.ts";
import { filesLine } from "../complete/scripts.ts";
import { exit, type Io } from "../io.ts";

/** What is typed for it. */
export const command: Command = {
  name: "complete",
  rank: 290,
  purpose: "setup",
  description: "print candidates for the last word of a command line",
  arguments: [["[word...]", "the words after `ccdag`, after `--`"]],
  options: [],
  example: "complete -- export --de",
  isPlain: true,
  isHidden: true,
  run: (words, _, io) => runComplete(words, io),
};

/**
 * `ccdag complete`: prints candidates for the last word, one on each line, with a tab before their description. The script
 * of a shell calls it at each tab: it reads no config and no transcript.
 */
async function runComplete(words: readonly string[], io: Pick<Io, "stdout" | "cwd" | "env">): Promise<number> {
  const current = words.at(-1) ?? "";
  const found = candidatesOf(words.length === 0 ? [""] : words);
  const lines = found.words.map(({ value, description = "" }) =>
    description === "" ? value : `${value}\t${description}`,
  );
  if (found.inputs) {
    const roots = rootsOf(io.env["CCDAG_ROOT"], io);
    const own = await Promise.all(roots.map((root) => sessionIds(join(root, projectName(io.cwd)))));
    const projects = await Promise.all(roots.map(projectFolders));
    const inputs = new Set([...own.flat(), ...projects.flat(), "latest"]);
    // A name that a terminal would not show as it is has no line.
    for (const input of inputs) if (input.startsWith(current) && visibleLine(input) === input) lines.push(input);
  }
  if (found.files) lines.push(filesLine);
  await io.stdout(lines.map((line) => `${line}\n`).join(""));
  return exit.done;
}
