import { measureUsage, type Prices, shorten, sumUsage, type UsageTotals } from "@ccdag/ccast";
import { formatFill } from "@ccdag/mdast";
import { RequestError, toJson } from "@ccdag/pipeline/tables";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages } from "../print-messages.ts";
import { modelCell, noteLines, priceNotes, table, usageCells, usageHeads } from "@ccdag/report";
import {
  eachTreePart,
  inReadingOrder,
  locateAll,
  MessageList,
  placeRoots,
  readPrices,
  type RootResult,
  type TreePart,
} from "@ccdag/library";
import { costOption, csvOption, fromExport, inputArguments, jsonOption, without } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { type GroupedOptions, runBlocks, runGroups } from "../usage/grouped-usage.ts";
import { sentencesOf, type SessionNotes } from "../usage/session-notes.ts";
import { type TreeUsage, rowsOf } from "../usage/tree-rows.ts";

/** Options of `ccdag usage`. */
export interface UsageOptions extends GroupedOptions {
  /** Whether turns are listed, too. */
  turns?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "usage",
  rank: 140,
  purpose: "cost",
  description: "tokens and cost by session, day, month, project, model or agent; each API call counts once",
  arguments: inputArguments,
  options: [
    ...fromExport("since", "until", "prices"),
    {
      name: "by",
      flags: "--by <keys>",
      description:
        "add up by day, week, month, project, client, model, session or agent-type; several with commas; without an input, of all projects",
      isRepeated: true,
    },
    {
      name: "blocks",
      flags: "--blocks [length]",
      description: "add up by blocks of a limit of Claude, with the pace of the one that is running",
      choices: { "5h": "", week: "" },
      default: "5h",
      conflict: without("blocks", ["by", "turns"]),
    },
    {
      name: "reset",
      flags: "--reset <date>",
      description: "when a week of your limit ends, as /usage shows it",
      default: "a week begins with its first call",
      conflict: (_, { blocks }) =>
        blocks === "week" ? undefined : "Unexpected --reset without --blocks week, expected both",
    },
    {
      name: "budget",
      flags: "--budget <amount>",
      description:
        "dollars like 20, or tokens like 500k, for each row of --by or --blocks, else for all; exit with 1 if it is exceeded",
      conflict: without("budget", ["turns"]),
    },
    csvOption,
    { name: "turns", flags: "--turns", description: "list turns, too" },
    costOption,
    jsonOption,
  ],
  example: "usage --by month,project --since 2026-01",
  isUntrusted: true,
  run: (inputs, options, io) => runUsage(inputs, options, io),
};

/** `ccdag usage`: shows tokens and cost of sessions, branches, agents and turns; each API call counts once. */
async function runUsage(inputs: readonly string[], options: UsageOptions, io: CommandIo): Promise<number> {
  const prices = await readPrices({ ...options, cost: options.cost ?? true }, io);
  if (options.blocks !== undefined) return runBlocks(inputs, options, prices, io);
  const isGrouped = [options.by, options.since, options.until, options.budget].some((one) => one !== undefined);
  if (isGrouped || options.csv === true) {
    if (options.turns === true) throw new RequestError("Unexpected --turns with --by, --since, --until or --csv");
    return runGroups(inputs, options, prices, io);
  }
  const sources = await locateAll(inputs, io);
  const messages = new MessageList();
  const parts: Array<ReadonlyArray<RootResult<readonly TreeUsage[]>>> = [];
  const totals: UsageTotals[] = [];
  const kind = ["usage", options.turns === true, prices];
  for await (const { result, file } of eachTreePart(sources, io, kind, (part) => measurePart(part, prices, options))) {
    parts.push(result.roots);
    totals.push(result.total);
    messages.add(file);
  }
  const rows = inReadingOrder(parts).flat();
  const total = sumUsage(totals);
  const file = messages.toFile();
  const report = { prices: prices?.version, total, rows };
  // Without prices the cost is unknown, not zero: it is omitted.
  const priced = (key: string, value: unknown) =>
    prices === undefined && (key === "cost" || key === "unpriced") ? undefined : value;
  await io.stdout(options.json ? toJson(report, 2, priced) : format(rows, total, prices?.version, io));
  await printMessages(file, options, io);
  return exitCode(file);
}

/** The rows of each session at the top of a part, and the usage of the part. */
function measurePart(
  part: TreePart,
  prices: Prices | undefined,
  { turns }: UsageOptions,
): { roots: Array<RootResult<readonly TreeUsage[]>>; total: UsageTotals } {
  const measured = measureUsage(part.tree, prices);
  return { roots: placeRoots(part, (tree) => rowsOf(tree, measured, turns === true)), total: measured.total };
}

function format(rows: readonly TreeUsage[], total: UsageTotals, version: string | undefined, io: CommandIo): string {
  if (total.calls === 0) return "No usage was recorded.\n";
  const hasCost = version !== undefined;
  const head = ["", ...usageHeads(hasCost), "CONTEXT PEAK", "MODEL", "WHAT"];
  const short = shorten(rows.map(({ id }) => stemOf(id)));
  const cells = rows.map(({ kind, id, depth, usage, words, contextPeak, contextWindow }) => [
    `${"  ".repeat(depth)}${kind} ${nameOf(id, short)}`.trimEnd(),
    ...usageCells(usage, hasCost),
    contextPeak === undefined ? "" : formatFill(contextPeak, contextWindow),
    modelCell(usage),
    words,
  ]);
  const sum = ["all", ...usageCells(total, hasCost), "", modelCell(total), ""];
  const align = hasCost ? "Lrrrrrrll" : "Lrrrrrll";
  const optional = ["MODEL", "CACHED", "CALLS", "READ", "CONTEXT PEAK"];
  const sessions = rows.filter((row): row is TreeUsage & SessionNotes => row.compactions !== undefined);
  const notes = sentencesOf(
    sessions.map((row) => [nameOf(row.id, short), row]),
    io.zone,
  );
  return `${table([head, ...cells, sum], { align, optional, io })}\n${noteLines(notes, io)}${priceNotes(total, version, io)}`;
}

/** The short form of an id; for a record without one its file and line. */
function nameOf(id: string, short: (id: string) => string): string {
  return `${short(stemOf(id))}${lineNumberOf(id)}`;
}

/** An id; of the `<path>:<line>` of a record the name of the file. */
function stemOf(id: string): string {
  const line = lineNumberOf(id);
  return line === "" ? id : id.slice(id.lastIndexOf("/") + 1, -line.length);
}

function lineNumberOf(id: string): string {
  return /:\d+$/.exec(id)?.[0] ?? "";
}
