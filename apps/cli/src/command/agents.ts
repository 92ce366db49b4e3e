import { type AgentReport, type AgentRow, analyse, joinReports, type TypeRow } from "@ccdag/agents/analyse";
import { shorten } from "@ccdag/ccast";
import { formatDuration, oneLine } from "@ccdag/mdast";
import type { CommandIo } from "../io.ts";
import { count } from "../count.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { table } from "../table.ts";
import { readRoots } from "../tree.ts";
import { toJson } from "../to-json.ts";

/** Options of `ccdag agents`. */
export interface AgentsOptions extends Verbosity {
  json?: boolean | undefined;
}

/** `ccdag agents`: lists the agents with their nesting level, duration, usage and final state. */
export async function runAgents(input: string | undefined, options: AgentsOptions, io: CommandIo): Promise<number> {
  const { made, file } = await readRoots(input, io, ["agents"], analyse);
  const report = joinReports(made);
  await io.stdout(options.json ? toJson(report, 2) : format(report, io));
  await printMessages(file, options, io);
  return exitCode(file);
}

function format(report: AgentReport, io: CommandIo): string {
  const { agents, types, mainMessages, agentMessages, maxNestingLevel, internal } = report;
  const internalNote = internal === 0 ? "" : `; ${internal} run by the client`;
  const head = `${count(agents.length, "agent")}${internalNote}; ${count(mainMessages, "message")} in the main thread, ${agentMessages} in agents`;
  if (agents.length === 0) return `${head}\n`;
  const short = shortNames(report);
  const rows = table(
    [
      ["AGENT", "TYPE", "MODE", "MESSAGES", "TOOLS", "TOKENS", "TIME", "LINKED BY", "STATE", "FOR"],
      ...agents.map((row) => agentCells(row, short)),
    ],
    { align: "Lllrrrrlll", io },
  );
  const byType = table(
    [["TYPE", "AGENTS", "DEEPEST", "MESSAGES", "TOOLS", "TOKENS", "TIME", "NO ANSWER"], ...types.map(typeCells)],
    { align: "lrrrrrrr", io },
  );
  return [`${head}; ${maxNestingLevel} deep\n`, rows, byType, formatRemarks(report, short)].filter(Boolean).join("\n");
}

function agentCells(row: AgentRow, short: Short): string[] {
  const { agentId, nestingLevel, agentType, name, mode, messages, toolUses, tokens, durationMs, rule } = row;
  return [
    `${"  ".repeat(Math.min(nestingLevel, 10) - 1)}${short(agentId)}`,
    name === undefined || name === agentType ? agentType : `${agentType} (${name})`,
    mode,
    String(messages),
    String(toolUses),
    String(tokens),
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

function typeCells({
  agentType,
  invocations,
  maxNestingLevel,
  messages,
  toolUses,
  tokens,
  durationMs,
  incomplete,
}: TypeRow): string[] {
  const numbers = [invocations, maxNestingLevel, messages, toolUses, tokens].map(String);
  return [agentType, ...numbers, formatDuration(durationMs), incomplete === 0 ? "" : String(incomplete)];
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
