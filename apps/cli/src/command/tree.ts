import { toJson } from "@ccdag/pipeline/tables";
import type { CommandIo } from "../io.ts";
import { locateAll, readRoots } from "@ccdag/library";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { draw, joinOutlines, outline } from "@ccdag/report";
import { inputArguments, jsonOption } from "../shared-options.ts";
import type { Command } from "../command.ts";

/** Options of `ccdag tree`. */
export interface TreeOptions extends Verbosity {
  json?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "tree",
  rank: 120,
  purpose: "work",
  description: "draw sessions, branches, agents and compactions",
  arguments: inputArguments,
  options: [jsonOption],
  example: "tree ~/.claude/projects/-home-me-app",
  run: (inputs, options, io) => runTree(inputs, options, io),
};

/** `ccdag tree`: draws sessions, branches, agents and compactions as a graph. */
async function runTree(inputs: readonly string[], options: TreeOptions, io: CommandIo): Promise<number> {
  const { made, file } = await readRoots(await locateAll(inputs, io), io, ["tree"], outline);
  const rows = joinOutlines(made);
  await io.stdout(options.json ? toJson(rows, 2) : draw(rows, io.zone));
  await printMessages(file, options, io);
  return exitCode(file);
}
