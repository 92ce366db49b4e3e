import type { CommandIo } from "../io.ts";
import { locateAll } from "../input/locate.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { readRoots } from "../tree.ts";
import { draw } from "./draw.ts";
import { joinOutlines, outline } from "./outline.ts";
import { toJson } from "../to-json.ts";

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
