import { type Leaf, leaves, shorten } from "@ccdag/ccast";
import { headline } from "@ccdag/mdast";
import { toJson } from "@ccdag/pipeline/tables";
import type { CommandIo } from "../io.ts";
import { locateAll, readRoots } from "@ccdag/library";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { table } from "@ccdag/report";
import { formatSecond, type Zone } from "@ccdag/mdast/time";
import { inputArguments, jsonOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { attemptsOf } from "../diff/attempts.ts";

/** Options of `ccdag branches`. */
export interface BranchesOptions extends Verbosity {
  json?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "branches",
  rank: 110,
  purpose: "work",
  description: "list the ends of all branches; a star marks the one that was continued",
  arguments: inputArguments,
  options: [jsonOption],
  example: "branches session.jsonl",
  run: (inputs, options, io) => runBranches(inputs, options, io),
};

/** `ccdag branches`: lists the leaf of each thread; a star marks the leaves that were continued. */
async function runBranches(inputs: readonly string[], options: BranchesOptions, io: CommandIo): Promise<number> {
  const { made, file } = await readRoots(await locateAll(inputs, io), io, ["branches"], leaves);
  const found = made.flat();
  const short = shorten(found.flatMap(({ uuid, sessionId, branch }) => [uuid, sessionId, branch ?? []].flat()));
  if (options.json) await io.stdout(toJson(found, 2));
  else
    await io.stdout(
      table(
        [
          ["  LEAF", "DEPTH", "TIME", "SESSION", "BRANCH", "FIRST PROMPT"],
          ...found.map((leaf) => row(leaf, short, io.zone)),
        ],
        { align: "LrLLLl", optional: ["DEPTH", "SESSION"], io },
      ) + comparison(found, short),
    );
  await printMessages(file, options, io);
  return exitCode(file);
}

/** The command that shows the first abandoned attempt beside the one that was kept. */
function comparison(found: readonly Leaf[], short: (id: string) => string): string {
  const attempts = attemptsOf(found);
  if (attempts === undefined) return "";
  const { abandoned, kept } = attempts;
  const ids = [abandoned.uuid, kept.uuid, kept.sessionId].map(short).join(" ");
  return `\nSide by side: ccdag diff --text ${ids}\n`;
}

function row(leaf: Leaf, short: (id: string) => string, zone: Zone): string[] {
  const { uuid, depth, timestamp, sessionId, branch, rule, prompt, active } = leaf;
  return [
    `${active ? "*" : " "} ${short(uuid)}`,
    String(depth),
    timestamp === undefined ? "" : formatSecond(timestamp, zone),
    short(sessionId),
    branch === undefined ? "" : `${short(branch)} ${rule}, ${active ? "kept" : "abandoned"}`,
    headline(prompt, 50),
  ];
}
