import type { Io } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { readTree } from "../tree.ts";
import { draw } from "./draw.ts";
import { outline } from "./outline.ts";

/** Options of `ccdag tree`. */
export interface TreeOptions extends Verbosity {
  json?: boolean | undefined;
}

/** `ccdag tree`: draws sessions, branches, agents and compactions as a graph. */
export async function runTree(input: string | undefined, options: TreeOptions, io: Io): Promise<number> {
  const { tree, file } = await readTree(input, io);
  const rows = outline(tree);
  await io.stdout(options.json ? `${JSON.stringify(rows, undefined, 2)}\n` : draw(rows));
  await printMessages(file, options, io);
  return exitCode(file);
}
