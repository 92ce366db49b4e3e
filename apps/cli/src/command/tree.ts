import { toJson } from "@ccdag/pipeline/tables";
import type { CommandIo } from "../io.ts";
import { locateAll, readRoots } from "@ccdag/library";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { draw, joinOutlines, outline } from "@ccdag/report";

/** Options of `ccdag tree`. */
export interface TreeOptions extends Verbosity {
  json?: boolean | undefined;
}

/** `ccdag tree`: draws sessions, branches, agents and compactions as a graph. */
export async function runTree(inputs: readonly string[], options: TreeOptions, io: CommandIo): Promise<number> {
  const { made, file } = await readRoots(await locateAll(inputs, io), io, ["tree"], outline);
  const rows = joinOutlines(made);
  await io.stdout(options.json ? toJson(rows, 2) : draw(rows, io.zone));
  await printMessages(file, options, io);
  return exitCode(file);
}
