import { type Agent, type Born, messagesOf, type Usage } from "@ccdag/ccast";
import type { AgentRow } from "./report.ts";
import { turnsOf } from "./turns.ts";

/** One agent as a row. */
export function toRow({ agent, call }: Born, sessionId: string, parent: Agent | undefined): AgentRow {
  const { agentId, mode, agentType, name, description, nestingLevel, from, messageCount, startedAt, endedAt } = agent;
  const spent = startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt;
  return {
    agentId,
    sessionId,
    parent: parent?.agentId,
    mode,
    agentType: agentType ?? name ?? "unknown",
    name,
    description,
    nestingLevel,
    rule: from.rule,
    toolUseId: from.toolUseId,
    messages: messageCount,
    toolUses: agent.toolUses ?? countCalls(agent),
    tokens: tokensOf(agent),
    durationMs: agent.durationMs ?? spent,
    startedAt,
    endedAt,
    ...turnsOf(agent),
    status: agent.status,
    isIncomplete: agent.incomplete === true,
    isOrphaned: call === undefined && from.rule === "unanchored-agent",
    isMissing: agent.missing === true,
  };
}

function countCalls(agent: Agent): number {
  const calls = messagesOf(agent).flatMap(({ children }) => children.filter((child) => child.type === "toolCall"));
  return calls.filter(({ repeats }) => repeats?.rule !== "forked-call").length;
}

/** The client's own total is that of the last answer only. */
function tokensOf(agent: Agent): number {
  const recorded = messagesOf(agent).reduce((all, { usage }) => all + (usage ? sum(usage) : 0), 0);
  const total = agent.usage?.["total_tokens"];
  return recorded === 0 && typeof total === "number" ? total : recorded;
}

const counted = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];

function sum(usage: Usage): number {
  return counted.reduce((all, key) => all + (typeof usage[key] === "number" ? usage[key] : 0), 0);
}
