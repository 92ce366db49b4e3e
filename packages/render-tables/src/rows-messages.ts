import {
  type Actor,
  beginsTurn,
  clientFacts,
  type Message,
  type ModelUsage,
  type ToolResult,
  toText,
  type UsageTotals,
} from "@ccdag/ccast";
import type { TableRow, Value } from "./table-row.ts";
import type { FoundCall, FoundMessage, Home } from "./facts.ts";
import { durationOf, integer, json, time } from "./values.ts";

/** The columns that all tables begin with. */
export function placeOf({ project, session }: Home): TableRow {
  return { project: project ?? null, session_id: session?.sessionId ?? null };
}

/** The row of a message or a compaction. */
export function messageRow(
  { node, id, place, link, turn, entries }: FoundMessage,
  used: UsageTotals | undefined,
): TableRow {
  const { agent, branch, session, isActive } = place;
  const message = node.type === "message" ? node : undefined;
  const count = (...types: string[]) => node.children.filter(({ type }) => types.includes(type)).length;
  return {
    ...placeOf(place),
    message_id: id,
    parent_id: link?.from ?? null,
    turn_id: turn ?? null,
    branch_id: branch?.uuid ?? null,
    agent_id: agent?.agentId ?? null,
    kind: node.type,
    role: message?.role ?? null,
    actor: actorIn(message?.actor, session?.client),
    origin: message?.origin ?? null,
    is_prompt: isPrompt(node, place),
    is_active: isActive,
    time: time(node.timestamp),
    model: message?.model ?? null,
    cwd: session?.cwd ?? null,
    git_branch: session?.gitBranch ?? null,
    text: toText(node),
    thinking: thinkingOf(node),
    tool_calls: count("toolCall"),
    attachments: count("image", "document"),
    entries,
    request_id: message?.requestId ?? null,
    ...tokensOf(used),
  };
}

/** Who wrote a message: an assistant by the name of its client. */
function actorIn(actor: Actor | undefined, client: string | undefined): string | null {
  return actor === "assistant" ? clientFacts(client).actor : (actor ?? null);
}

/** Whether a message of the main thread begins a turn of a person. */
function isPrompt(node: FoundMessage["node"], { agent }: Home): boolean {
  return node.type === "message" && agent === undefined && beginsTurn(node);
}

function thinkingOf({ children }: FoundMessage["node"]): string | null {
  const thoughts = children.flatMap((child) => (child.type === "thinking" && child.value !== "" ? [child.value] : []));
  return thoughts.length === 0 ? null : thoughts.join("\n\n");
}

/** The row of a tool call. */
export function callRow({ call, result, message: { node, id, place, turn } }: FoundCall): TableRow {
  const began = time(node.timestamp);
  const ended = time(result?.timestamp);
  return {
    ...placeOf(place),
    message_id: id,
    turn_id: turn ?? null,
    agent_id: place.agent?.agentId ?? null,
    is_active: place.isActive,
    call_id: call?.id ?? result?.toolUseId ?? null,
    name: call?.name ?? null,
    input: call === undefined ? null : json(call.input),
    result: result === undefined ? null : textOf(result),
    has_result: result !== undefined,
    is_error: result?.isError === true,
    feedback: result?.feedback ?? null,
    time: began,
    ended_at: ended,
    duration_ms: durationOf(began, ended),
  };
}

function textOf(result: ToolResult): string {
  return result.whole ?? toText(result);
}

/** The row of what a model did in a call of the API, at the first message that holds a part of it. */
export function usageRow(
  { id, place, turn }: Pick<FoundMessage, "place" | "turn"> & { readonly id: string | undefined },
  { messageId, requestId, timestamp }: Pick<Message, "messageId" | "requestId" | "timestamp">,
  { model, usage: used }: ModelUsage,
  version: string,
): TableRow {
  const { agent, isActive } = place;
  return {
    ...placeOf(place),
    message_id: id ?? null,
    api_message_id: messageId ?? null,
    request_id: requestId ?? null,
    turn_id: turn ?? null,
    agent_id: agent?.agentId ?? null,
    agent_type: agent === undefined ? null : (agent.agentType ?? agent.name ?? "unknown"),
    is_active: isActive,
    time: time(timestamp),
    model: model ?? null,
    ...tokensOf(used),
    web_searches: integer(used.webSearches) ?? 0,
    prices: version,
  };
}

function tokensOf(used: UsageTotals | undefined): TableRow {
  const of = (value: (totals: UsageTotals) => Value): Value => (used === undefined ? null : value(used));
  return {
    input_tokens: of(({ input }) => integer(input)),
    output_tokens: of(({ output }) => integer(output)),
    cache_read_tokens: of(({ cacheRead }) => integer(cacheRead)),
    cache_write_5m_tokens: of(({ cacheWrite, cacheWrite1h }) => integer(cacheWrite - cacheWrite1h)),
    cache_write_1h_tokens: of(({ cacheWrite1h }) => integer(cacheWrite1h)),
    cost: of(({ cost, unpriced }) => (unpriced > 0 ? null : cost)),
  };
}
