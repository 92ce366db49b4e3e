import {
  type UsageReport,
  type Agent,
  type Branch,
  beginsTurn,
  isThread,
  type ThreadNode,
  type Message,
  type Root,
  type Session,
  type UsageTotals,
  measureUsage,
  type Prices,
  shorten,
  sumUsage,
  wordsOf,
  walk,
} from "@ccdag/ccast";
import { formatTime, headline, oneLine, preview, titleOf } from "@ccdag/mdast";
import { RequestError, toJson } from "@ccdag/pipeline/tables";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages } from "../print-messages.ts";
import { modelCell, priceNotes, table, usageCells, usageHeads } from "@ccdag/report";
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

/** Options of `ccdag usage`. */
export interface UsageOptions extends GroupedOptions {
  /** Whether turns are listed, too. */
  turns?: boolean | undefined;
}

/** A session, branch, agent or turn with its usage. */
interface Row {
  readonly kind: "session" | "branch" | "agent" | "turn";
  readonly id: string;
  readonly depth: number;
  readonly time?: string | undefined;
  /** Title, first prompt or description. */
  readonly words: string;
  readonly usage: UsageTotals;
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
  const parts: Array<ReadonlyArray<RootResult<readonly Row[]>>> = [];
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
): { roots: Array<RootResult<readonly Row[]>>; total: UsageTotals } {
  const measured = measureUsage(part.tree, prices);
  return { roots: placeRoots(part, (tree) => rowsOf(tree, measured, turns === true)), total: measured.total };
}

/**
 * Each row is below the row that includes its usage: branches and agents below their session; with turns, agents below
 * their turn. Usage of a session does not include that of the session that it continues.
 */
function rowsOf(tree: Root, { threads, turns, messages }: UsageReport, hasTurns: boolean): Row[] {
  const rows: Row[] = [];
  const depths = new Map<object, number>([[tree, -1]]);
  walk(tree, (node, parent) => {
    if (node.type === "message") {
      const usage = hasTurns ? turns.get(node) : undefined;
      if (usage && usage.calls > 0) rows.push({ ...turnRow(node), depth: (depths.get(parent!) ?? 0) + 1, usage });
    } else if (node.type !== "root" && isThread(node)) {
      const depth =
        node.type === "session" ? 0 : (depths.get(parent!) ?? -1) + (hasTurns && node.type === "agent" ? 2 : 1);
      depths.set(node, depth);
      const usage = threads.get(node);
      if (usage && usage.calls > 0) rows.push({ ...threadRow(node), depth, usage });
      const before = hasTurns && node.type !== "agent" ? beforeTurns(node, messages, threads) : undefined;
      if (before && before.calls > 0)
        rows.push({
          kind: "turn",
          id: "",
          depth: depth + 1,
          words: "before the first words of a person",
          usage: before,
        });
    }
  });
  return rows;
}

/** Usage of a thread before its first turn: a thread may continue a turn of another thread. */
function beforeTurns(
  thread: ThreadNode,
  messages: UsageReport["messages"],
  threads: UsageReport["threads"],
): UsageTotals {
  const before: UsageTotals[] = [];
  for (const node of thread.children) {
    if (node.type === "message" && beginsTurn(node)) break;
    const usage = node.type === "message" ? messages.get(node) : node.type === "agent" ? threads.get(node) : undefined;
    if (usage) before.push(usage);
  }
  return sumUsage(before);
}

function turnRow(node: Message): Omit<Row, "depth" | "usage"> {
  const time = node.timestamp === undefined ? undefined : formatTime(node.timestamp);
  const title = headline(wordsOf(node), 60);
  return { kind: "turn", id: node.uuid ?? node.id ?? "", time, words: title };
}

function threadRow(node: Session | Branch | Agent): Omit<Row, "depth" | "usage"> {
  switch (node.type) {
    case "session":
      return { kind: "session", id: node.sessionId, words: titleOf(node, 60) };
    case "branch":
      return { kind: "branch", id: node.uuid, words: preview(node, 60) };
    default:
      return {
        kind: "agent",
        id: node.agentId,
        words: wordsOfAgent(node),
      };
  }
}

/** The type and task of an agent, and its state unless it completed, as `ccdag agents` names them. */
function wordsOfAgent({ agentType, name, description, status, missing, incomplete }: Agent): string {
  const task = [agentType ?? name, oneLine(description ?? "", 60)].filter(Boolean).join(": ");
  const state = [status !== "completed" && status, missing && "no transcript", incomplete && "no answer"].filter(
    Boolean,
  );
  return state.length === 0 ? task : `${task} (${state.join(", ")})`;
}

function format(rows: readonly Row[], total: UsageTotals, version: string | undefined, io: CommandIo): string {
  if (total.calls === 0) return "No usage was recorded.\n";
  const hasCost = version !== undefined;
  const head = ["", ...usageHeads(hasCost), "MODEL", "WHAT"];
  const short = shorten(rows.map(({ id }) => stemOf(id)));
  const cells = rows.map(({ kind, id, depth, usage, words }) => [
    `${"  ".repeat(depth)}${kind} ${nameOf(id, short)}`.trimEnd(),
    ...usageCells(usage, hasCost),
    modelCell(usage),
    words,
  ]);
  const sum = ["all", ...usageCells(total, hasCost), modelCell(total), ""];
  const align = hasCost ? "Lrrrrrll" : "Lrrrrll";
  return `${table([head, ...cells, sum], { align, optional: ["MODEL", "CACHED", "CALLS", "READ"], io })}\n${priceNotes(total, version, io)}`;
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
