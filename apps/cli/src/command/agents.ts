import { type AgentReport, type AgentRow, analyse, joinReports, type TypeRow } from "@ccdag/agents/analyse";
import {
  agentsIn,
  emptyUsage,
  isRunByClient,
  measureUsage,
  messagesOf,
  type Prices,
  type Root,
  shorten,
  sumUsage,
  type UsageTotals,
} from "@ccdag/ccast";
import { formatDuration, oneLine } from "@ccdag/mdast";
import { count } from "@ccdag/mdast/amounts";
import { toJson } from "@ccdag/pipeline/tables";
import type { CommandIo } from "../io.ts";
import { locateAll, type PriceOptions, readPrices, readRoots } from "@ccdag/library";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { table, usageCells, usageHeads } from "@ccdag/report";
import { costOption, fromExport, inputArguments, jsonOption } from "../shared-options.ts";
import type { Command } from "../command.ts";

/** Options of `ccdag agents`. */
export interface AgentsOptions extends Verbosity, PriceOptions {
  json?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "agents",
  rank: 100,
  purpose: "work",
  description: "list agents: which call spawned them, how long they ran, how they ended",
  arguments: inputArguments,
  options: [...fromExport("prices"), costOption, jsonOption],
  example: "agents session.jsonl",
  isUntrusted: true,
  run: (inputs, options, io) => runAgents(inputs, options, io),
};

/** `ccdag agents`: lists the agents with their nesting level, duration, usage and final state. */
async function runAgents(inputs: readonly string[], options: AgentsOptions, io: CommandIo): Promise<number> {
  const prices = await readPrices({ ...options, cost: options.cost ?? true }, io);
  const measure = (tree: Root) => measureAgents(tree, prices);
  const { made, file } = await readRoots(await locateAll(inputs, io), io, ["agents", prices], measure);
  const report = joinReports(made.map((one) => one.report));
  const measured: Measured = { usage: made.flatMap(({ usage }) => usage), types: made.flatMap(({ types }) => types) };
  const rows = report.agents.map((row, index) => ({ ...row, usage: measured.usage[index]!.usage }));
  await io.stdout(options.json ? toJson({ ...report, agents: rows }, 2) : format(report, measured, prices, io));
  await printMessages(file, options, io);
  return exitCode(file);
}

/** What `analyse` does not say of the agents of a tree. */
interface Measured {
  /** Of each agent in the order of the report: its messages, and its usage with that of the agents below it. */
  readonly usage: ReadonlyArray<{ readonly messages: number; readonly usage: UsageTotals }>;
  /** The usage of each agent by itself, with its type; absent where it is not known. */
  readonly types: ReadonlyArray<readonly [agentType: string, usage: UsageTotals | undefined]>;
}

function measureAgents(tree: Root, prices: Prices | undefined): Measured & { readonly report: AgentReport } {
  const report = analyse(tree);
  const { threads, messages } = measureUsage(tree, prices);
  const agents = agentsIn(tree).map(({ agent }) => agent);
  const called = agents.filter((agent) => !isRunByClient(agent));
  const own = called.map((agent) => messagesOf(agent));
  return {
    report,
    usage: called.map((agent, index) => ({
      messages: own[index]!.length,
      usage: threads.get(agent) ?? emptyUsage(),
    })),
    types: report.agents.map(({ agentType, isMissing }, index) => [
      agentType,
      isMissing
        ? undefined
        : sumUsage([...own[index]!, ...(called[index]!.calls ?? [])].flatMap((call) => messages.get(call) ?? [])),
    ]),
  };
}

function format(
  report: AgentReport,
  { usage, types: own }: Measured,
  prices: Prices | undefined,
  io: CommandIo,
): string {
  const { agents, types, mainMessages, agentMessages, maxNestingLevel, internal } = report;
  const internalNote = internal === 0 ? "" : `; ${internal} run by the client`;
  const head = `${count(agents.length, "agent")}${internalNote}; ${count(mainMessages, "message")} in the main thread, ${agentMessages} in agents`;
  if (agents.length === 0) return `${head}\n`;
  const short = shortNames(report);
  const hasCost = prices !== undefined;
  const right = usageHeads(hasCost)
    .map(() => "r")
    .join("");
  const rows = table(
    [
      ["AGENT", "TYPE", "MODE", "MESSAGES", "TOOLS", ...usageHeads(hasCost), "TIME", "LINKED BY", "STATE", "FOR"],
      ...agents.map((row, index) => agentCells(row, usage[index]!, hasCost, short)),
    ],
    { align: `Lllrr${right}rlll`, optional: ["MODE", "CACHED", "CALLS", "TOOLS", "READ", "LINKED BY"], io },
  );
  const byType = table(
    [
      ["TYPE", "AGENTS", "DEEPEST", "TOOLS", ...usageHeads(hasCost), "TIME", "NO ANSWER"],
      ...types.map((row) => typeCells(row, own, hasCost)),
    ],
    { align: `lrrr${right}rr`, optional: ["CACHED", "DEEPEST", "CALLS", "READ"], io },
  );
  const note = "An agent includes the agents below it; a type counts each call once.\n";
  const parts = [`${head}; ${maxNestingLevel} deep\n`, rows, byType, note + formatRemarks(report, short)];
  return parts.join("\n");
}

function agentCells(
  row: AgentRow,
  { messages, usage }: Measured["usage"][number],
  hasCost: boolean,
  short: Short,
): string[] {
  const { agentId, nestingLevel, agentType, name, mode, toolUses, durationMs, rule, isMissing } = row;
  return [
    `${"  ".repeat(Math.min(nestingLevel, 10) - 1)}${short(agentId)}`,
    name === undefined || name === agentType ? agentType : `${agentType} (${name})`,
    mode,
    String(messages),
    String(toolUses),
    // What an agent without a transcript used is not known.
    ...usageCells(usage, hasCost).map((cell) => (isMissing ? "?" : cell)),
    durationMs === undefined ? "" : formatDuration(durationMs),
    rule,
    stateOf(row),
    oneLine(row.description ?? "", 40),
  ];
}

function stateOf({ isMissing, isIncomplete, isOrphaned, turns, status }: AgentRow): string {
  return [
    status !== "completed" && status,
    isMissing && "no transcript",
    isIncomplete && "no answer",
    isOrphaned && "no call",
    turns > 1 && `${turns} turns`,
  ]
    .filter(Boolean)
    .join(", ");
}

function typeCells(row: TypeRow, own: Measured["types"], hasCost: boolean): string[] {
  const { agentType, invocations, maxNestingLevel, toolUses, durationMs, incomplete } = row;
  const used = own.flatMap(([type, usage]) => (type === agentType ? [usage] : []));
  const known = used.filter((usage) => usage !== undefined);
  const numbers = [invocations, maxNestingLevel, toolUses].map(String);
  const cells = usageCells(sumUsage(known), hasCost).map((cell) =>
    known.length === used.length ? cell : known.length === 0 ? "?" : `${cell} + ?`,
  );
  return [agentType, ...numbers, ...cells, formatDuration(durationMs), incomplete === 0 ? "" : String(incomplete)];
}

/** Which agents ran in parallel, and which patterns of turns occurred. */
function formatRemarks({ parallel, patterns }: AgentReport, short: Short): string {
  const lines = parallel.map(({ uuid, invoked, completed, isReordered }) => {
    const order = isReordered ? `; they ended in the order ${completed.map(short).join(", ")}` : "";
    return `side by side at ${short(uuid)}: ${invoked.map(short).join(", ")}${order}`;
  });
  const found = Object.entries(patterns).filter(([, times]) => times > 0);
  if (found.length > 0) lines.push(`turns: ${found.map(([name, times]) => `${times} ${name}`).join(", ")}`);
  return lines.map((line) => `${line}\n`).join("");
}

function nameOf(agentId: string): string {
  return agentId.replace(/^side-/, "");
}

type Short = (id: string) => string;

/** Shortens the ids of agents; a sidechain is named after its first entry. */
function shortNames({ agents }: AgentReport): Short {
  const short = shorten(agents.map(({ agentId }) => nameOf(agentId)));
  return (agentId) => short(nameOf(agentId));
}
