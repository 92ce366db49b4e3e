import { type Leaf, leaves } from "@ccdag/ccast";
import { formatTime, oneLine } from "@ccdag/mdast";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { table } from "../table.ts";
import { readTree } from "../tree.ts";
import { toJson } from "../to-json.ts";

/** Options of `ccdag branches`. */
export interface BranchesOptions extends Verbosity {
  json?: boolean | undefined;
}

/** `ccdag branches`: lists the leaf of each thread; a star marks the leaves that were continued. */
export async function runBranches(input: string | undefined, options: BranchesOptions, io: CommandIo): Promise<number> {
  const { tree, file } = await readTree(input, io);
  const found = leaves(tree);
  if (options.json) await io.stdout(toJson(found, 2));
  else await io.stdout(table([["  LEAF", "DEPTH", "TIME", "SESSION", "BRANCH", "FIRST PROMPT"], ...found.map(row)]));
  await printMessages(file, options, io);
  return exitCode(file);
}

function row({ uuid, depth, timestamp, sessionId, branch, rule, prompt, active }: Leaf): string[] {
  return [
    `${active ? "*" : " "} ${uuid.slice(0, 8)}`,
    String(depth),
    timestamp === undefined ? "" : formatTime(timestamp),
    sessionId.slice(0, 8),
    branch === undefined ? "" : `${branch.slice(0, 8)} ${rule}`,
    oneLine(prompt, 50),
  ];
}
