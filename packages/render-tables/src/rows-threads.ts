import {
  type Agent,
  firstPrompt,
  projectOf,
  type SessionColumnName,
  sessionColumns,
  type SessionFacts,
} from "@ccdag/ccast";
import type { TableRow } from "./table-row.ts";
import type { SessionAccount } from "./account.ts";
import type { TableFacts, FoundAgent } from "./facts.ts";
import { placeOf } from "./rows-messages.ts";
import { countedLater, snakeCase } from "./schema-threads.ts";
import { durationOf, integer, time } from "./values.ts";

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

const counted: readonly SessionColumnName[] = [
  "messages",
  "prompts",
  "toolCalls",
  "agents",
  "branches",
  ...countedLater,
];

/** The row of a session. */
export function sessionRow(
  { node, place, path }: TableFacts["sessions"][number],
  facts: SessionFacts | undefined,
  { counts, idOf }: TableFacts,
  account: SessionAccount | undefined,
): TableRow {
  const { notices, noticeEntries } = counts.get(node)!;
  return {
    ...placeOf(place),
    path: path ?? null,
    title: node.title ?? null,
    first_prompt: firstPrompt(node) || null,
    cwd: node.cwd ?? null,
    git_branch: node.gitBranch ?? null,
    client_version: node.version ?? null,
    continues_session_id: node.from?.sessionId ?? null,
    continues_message_id: idOf(node.from?.uuid) ?? null,
    started_at: facts?.from ?? null,
    ended_at: facts?.to ?? null,
    ...Object.fromEntries(
      counted.map((name) => [snakeCase(name), Number(sessionColumns[name].value(facts ?? {}) ?? 0)]),
    ),
    notices,
    notice_entries: noticeEntries,
    ...accountCells(account),
  };
}

/** The row of a file that holds no conversation. */
export function otherRow(stem: string, account: SessionAccount): TableRow {
  const missing = ["title", "first_prompt", "cwd", "git_branch", "client_version", "continues_session_id"];
  const alsoMissing = ["continues_message_id", "started_at", "ended_at"];
  const zero = ["notices", "notice_entries", ...counted.map((name) => snakeCase(name))];
  return {
    project: projectOf(stem, undefined) ?? null,
    session_id: null,
    path: stem === "" ? null : stem,
    ...Object.fromEntries([...missing, ...alsoMissing].map((name) => [name, null])),
    ...Object.fromEntries(zero.map((name) => [name, 0])),
    ...accountCells(account),
  };
}

function accountCells(account: SessionAccount | undefined): TableRow {
  return {
    lines: account?.lines ?? null,
    placed: account?.placed ?? null,
    hidden: account?.hidden ?? null,
    folded: account?.folded ?? null,
    bookkeeping: account?.bookkeeping ?? null,
    malformed: account?.malformed ?? null,
  };
}

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

/** The rows of all edges: those of parents first, in the order of the messages that they lead to. */
export function* edgeRows({ messages, agents, idOf }: TableFacts): Generator<TableRow> {
  const first = new Map<Agent, TableFacts["messages"][number]>();
  for (const found of messages) {
    const { node, id, place, link } = found;
    if (place.agent && !first.has(place.agent)) first.set(place.agent, found);
    const end = { to_id: id, time: time(node.timestamp) };
    if (link)
      yield {
        ...placeOf(place),
        from_id: link.from,
        ...end,
        kind: link.kind,
        rule: link.rule ?? null,
        is_parent: true,
      };
    if (node.type !== "message" || node.repeats === undefined) continue;
    const { rule, uuid } = node.repeats;
    yield { ...placeOf(place), from_id: idOf(uuid) ?? null, ...end, kind: "repeat", rule, is_parent: false };
  }
  for (const { node } of agents) {
    const to = first.get(node);
    if (node.continues === undefined || to === undefined) continue;
    const from = idOf(node.continues.uuid) ?? null;
    const end = { to_id: to.id, time: time(to.node.timestamp) };
    yield { ...placeOf(to.place), from_id: from, ...end, kind: "agent-continues", rule: null, is_parent: false };
  }
}
