import { estimateTokens, estimatorName } from "../estimate-tokens.ts";
import type { StoredMessage } from "../types.ts";
import { shortenCalls, shortenResults } from "./shorten.ts";
import { type Strategy, strategyNames } from "./strategies.ts";
import { unitsOf } from "./units.ts";

/** What a context is to hold. */
export interface ContextOptions {
  /** The message that is continued; any message of the session (default: the default leaf). */
  readonly leafId?: string | undefined;
  /** The most tokens; the oldest messages are omitted (default: no limit). The last message is never omitted. */
  readonly budget?: number | undefined;
  /** How to make it smaller (default: not at all). */
  readonly strategies?: readonly Strategy[] | undefined;
  /** Begin with the newest summary of a compaction on the path, as the model did (default: `true`). */
  readonly compaction?: boolean | undefined;
}

/** What a model needs to know to continue a branch. */
export interface Context {
  /** The messages, in their order. Each has its id, also if its parts were shortened. */
  readonly messages: readonly StoredMessage[];
  /** The estimated tokens of the messages. */
  readonly tokens: number;
  /** How tokens were estimated. */
  readonly estimator: string;
  /** How many messages of the branch are not in it. */
  readonly omitted: number;
}

/**
 * Make the context of a message from its branch.
 *
 * @param path the branch, from its first message to the one that is continued.
 * @param options what it is to hold.
 */
export function buildContext(
  path: readonly StoredMessage[],
  { budget, strategies = [], compaction = true }: Omit<ContextOptions, "leafId">,
): Context {
  const all = budget === undefined ? strategies : [...strategies, tokenLimit(budget)];
  const sorted = all.toSorted((a, b) => strategyNames.indexOf(a.type) - strategyNames.indexOf(b.type));
  let messages = compaction ? sinceSummary(path) : path;
  for (const strategy of sorted) messages = apply(messages, strategy);
  return { messages, tokens: tokensOf(messages), estimator: estimatorName, omitted: path.length - messages.length };
}

function tokenLimit(tokens: number): Strategy {
  return { type: "token_limit", params: { limit_tokens: tokens } };
}

/** The newest summary and what follows it; a result after the summary keeps its call before it. */
function sinceSummary(path: readonly StoredMessage[]): readonly StoredMessage[] {
  if (!path.some(isSummary)) return path;
  const units = unitsOf(path);
  return units.slice(units.findLastIndex((unit) => unit.some(isSummary))).flat();
}

/** Whether a message is the summary that a client wrote when it compacted the conversation. */
function isSummary({ meta }: StoredMessage): boolean {
  const origin = meta["ccdag"];
  return typeof origin === "object" && origin !== null && "kind" in origin && origin.kind === "compact-summary";
}

function tokensOf(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}

function apply(messages: readonly StoredMessage[], { type, params }: Strategy): readonly StoredMessage[] {
  if (type === "remove_tool_result")
    return shortenResults(messages, params?.keep_recent_n_tool_results, params?.tool_result_placeholder);
  if (type === "remove_tool_call_params") return shortenCalls(messages, params?.keep_recent_n_tool_calls);
  if (type === "middle_out") return omit(messages, params.token_reduce_to, true);
  return omit(messages, params.limit_tokens, false);
}

/**
 * Omit units that lie together until the others fit; the last unit stays.
 *
 * @param isMiddle whether to begin in the middle, and so to keep the beginning; else at the beginning.
 */
function omit(messages: readonly StoredMessage[], limit: number, isMiddle: boolean): readonly StoredMessage[] {
  const units = unitsOf(messages).map((unit) => ({ unit, tokens: tokensOf(unit) }));
  const count = units.length;
  let tokens = units.reduce((sum, unit) => sum + unit.tokens, 0);
  let from = isMiddle ? Math.floor((count - 1) / 2) : 0;
  let to = from;
  while (tokens > limit && to - from < count - 1) {
    const isBefore = from > 0 && from >= count - to;
    tokens -= isBefore ? units[--from]!.tokens : units[to++]!.tokens;
  }
  return [...units.slice(0, from), ...units.slice(to)].flatMap(({ unit }) => unit);
}
