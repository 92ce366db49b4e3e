import type { Agent } from "@ccdag/ccast";
import type { TableRow } from "./table-row.ts";
import type { TableFacts, FoundAgent } from "./facts.ts";
import { placeOf } from "./rows-messages.ts";
import { durationOf, integer, time } from "./values.ts";

/** The row of an agent. */
export function agentRow({ node, place, turn, spawn }: FoundAgent, tally: Tally | undefined): TableRow {
  const began = time(node.startedAt) ?? tally?.from ?? null;
  const ended = time(node.endedAt) ?? tally?.to ?? null;
  return {
    ...placeOf(place),
    agent_id: node.agentId,
    agent_type: node.agentType ?? null,
    name: node.name ?? null,
    description: node.description ?? null,
    mode: node.mode,
    nesting_level: integer(node.nestingLevel) ?? 1,
    parent_agent_id: place.agent?.agentId ?? null,
    spawn_message_id: spawn ?? null,
    spawn_call_id: node.from.toolUseId ?? null,
    rule: node.from.rule,
    turn_id: turn ?? null,
    is_active: place.isActive,
    status: node.status ?? null,
    is_missing: node.missing === true,
    is_incomplete: node.incomplete === true,
    started_at: began,
    ended_at: ended,
    duration_ms: integer(node.durationMs) ?? durationOf(began, ended),
    messages: tally?.messages ?? 0,
    tool_calls: tally?.calls ?? 0,
    worktree: node.worktree ?? null,
    team: node.team ?? null,
  };
}

/** What is counted of an agent by itself. */
interface Tally {
  messages: number;
  calls: number;
  from: number | null;
  to: number | null;
}

/** The counts of all agents. */
export function tallyOf({ messages, calls }: TableFacts): ReadonlyMap<Agent | undefined, Tally> {
  const agents = new Map<Agent | undefined, Tally>();
  for (const { node, place } of messages) {
    const tally = tallyIn(agents, place.agent);
    tally.messages++;
    const at = time(node.timestamp);
    if (at === null) continue;
    tally.from = tally.from === null ? at : Math.min(tally.from, at);
    tally.to = tally.to === null ? at : Math.max(tally.to, at);
  }
  for (const { message } of calls) tallyIn(agents, message.place.agent).calls++;
  return agents;
}

function tallyIn<T>(tallies: Map<T, Tally>, key: T): Tally {
  const known = tallies.get(key) ?? { messages: 0, calls: 0, from: null, to: null };
  tallies.set(key, known);
  return known;
}
