import { type Agent, type SpawnedAgent, messagesOf, tokensOf } from "@ccdag/ccast";
import type { AgentRow } from "./report.ts";
import { turnsOf } from "./turns-of.ts";

/** The row of one agent. */
export function toRow({ agent, call }: SpawnedAgent, sessionId: string, parent: Agent | undefined): AgentRow {
  const { agentId, mode, agentType, name, description, nestingLevel, from, messageCount, startedAt, endedAt } = agent;
  const elapsed = startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt;
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
    durationMs: agent.durationMs ?? elapsed,
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
