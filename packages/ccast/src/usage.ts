import { originFacts } from "./origins.ts";
import { isThread, threadsIn } from "./path-to.ts";
import { type Prices, priceOf } from "./prices.ts";
import type { Agent, Branch, ThreadNode, Message, Root, Session, Usage } from "./types.ts";

/** What calls of the API took. Tokens are counted by the API. */
export interface UsageTotals {
  /** Calls of the API, each once. */
  calls: number;
  /** Tokens that were read anew, not from the cache. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Of the tokens written into the cache, those that stay for an hour. */
  cacheWrite1h: number;
  webSearches: number;
  /** US dollars; only where prices are given. */
  cost: number;
  /** Calls that no price is known for: they are not in the cost. */
  unpriced: number;
  /** Output tokens by model, the most first. */
  models: Record<string, number>;
}

/** What a tree took, and where. */
export interface UsageReport {
  readonly total: UsageTotals;
  /** Each call at the first message that tells it. */
  readonly messages: ReadonlyMap<Message, UsageTotals>;
  /** From a person's words up to their next ones, agents included; by the message with the words. */
  readonly turns: ReadonlyMap<Message, UsageTotals>;
  /** Each session, branch and agent, with the branches and agents in it; other sessions count for themselves. */
  readonly threads: ReadonlyMap<Session | Branch | Agent, UsageTotals>;
}

/** Nothing. */
export function emptyUsage(): UsageTotals {
  return {
    calls: 0,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    cost: 0,
    unpriced: 0,
    models: {},
  };
}

/**
 * Count what the calls of a tree took. A call is counted once, by the id of its message, wherever its parts are told:
 * clients write its usage on each of its lines, and the last of them has all of the output.
 *
 * @param tree the tree, told depth first.
 * @param prices what tokens cost (default: nothing has a price).
 */
export function measureUsage(tree: Root, prices?: Prices): UsageReport {
  const threads = threadsIn(tree);
  const messages = new Map<Message, UsageTotals>();
  for (const { message, usage } of callsOf(threads)) messages.set(message, toTotals(message, usage, prices));
  const turns = new Map<Message, UsageTotals>();
  const sums = new Map<ThreadNode, UsageTotals>();
  const total = emptyUsage();
  // From the bottom up: what leaves from a line has been counted before it.
  for (const thread of [...threads].reverse()) {
    const sum = emptyUsage();
    let turn: UsageTotals | undefined;
    // In a timeline the turns of several lines stand mixed.
    const hasTurns = thread.type !== "root" || thread.order === undefined;
    for (const node of thread.children) {
      if (hasTurns && node.type === "message" && beginsTurn(node)) turns.set(node, (turn = emptyUsage()));
      const used = node.type === "message" ? messages.get(node) : isThread(node) ? sums.get(node) : undefined;
      if (used === undefined || node.type === "session") continue;
      addUsage(sum, used);
      if (turn && node.type !== "branch") addUsage(turn, used);
    }
    sums.set(thread, sum);
    if (thread.type === "session" || thread.type === "root") addUsage(total, sum);
  }
  sums.delete(tree);
  return { total, messages, turns, threads: sums as Map<Session | Branch | Agent, UsageTotals> };
}

/** Each call of the API, at the first message that tells it, with the usage that says most. */
function callsOf(threads: readonly ThreadNode[]): Array<{ message: Message; usage: Usage }> {
  const calls = new Map<string, { message: Message; usage: Usage }>();
  for (const thread of threads)
    for (const node of thread.children) {
      if (node.type !== "message" || node.usage === undefined || node.model === "<synthetic>") continue;
      const id = node.messageId ?? node.uuid ?? node.id ?? "";
      const known = calls.get(id);
      if (known === undefined) calls.set(id, { message: node, usage: node.usage });
      else if (numberIn(node.usage, "output_tokens") > numberIn(known.usage, "output_tokens")) known.usage = node.usage;
    }
  return [...calls.values()];
}

function toTotals({ model, timestamp }: Message, usage: Usage, prices: Prices | undefined): UsageTotals {
  const output = numberIn(usage, "output_tokens");
  const cacheWrite = numberIn(usage, "cache_creation_input_tokens");
  const used: UsageTotals = {
    ...emptyUsage(),
    calls: 1,
    input: numberIn(usage, "input_tokens"),
    output,
    cacheRead: numberIn(usage, "cache_read_input_tokens"),
    cacheWrite,
    cacheWrite1h: Math.min(numberIn(inside(usage, "cache_creation"), "ephemeral_1h_input_tokens"), cacheWrite),
    webSearches: numberIn(inside(usage, "server_tool_use"), "web_search_requests"),
    models: model === undefined ? {} : { [model]: output },
  };
  if (prices === undefined) return used;
  const price = model === undefined ? undefined : priceOf(model, timestamp, prices);
  if (price === undefined) return { ...used, unpriced: 1 };
  const prompt = used.input + used.cacheRead + used.cacheWrite;
  const rates = price.long && prompt > price.long.above ? price.long : price;
  const tokens =
    used.input * rates.input +
    output * rates.output +
    used.cacheRead * rates.cacheRead +
    (cacheWrite - used.cacheWrite1h) * rates.cacheWrite +
    used.cacheWrite1h * rates.cacheWrite1h;
  return { ...used, cost: tokens / 1_000_000 + used.webSearches * prices.webSearch };
}

function inside(usage: Usage, key: string): Usage {
  const value = usage[key];
  return typeof value === "object" && value !== null ? (value as Usage) : {};
}

/** Recorded numbers can be anything. */
function numberIn(usage: Usage, key: string): number {
  const value = usage[key];
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

const counted = [
  "calls",
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
  "cacheWrite1h",
  "webSearches",
  "cost",
  "unpriced",
] as const;

/** Add to a sum, in place, what something else took. */
export function addUsage(sum: UsageTotals, other: UsageTotals): void {
  for (const key of counted) sum[key] += other[key];
  const models = { ...sum.models };
  for (const [model, output] of Object.entries(other.models)) models[model] = (models[model] ?? 0) + output;
  sum.models = Object.fromEntries(Object.entries(models).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

/** Whether a turn begins with a message: the words of a person that are not put in while Claude is at work. */
export function beginsTurn({ actor, origin }: Message): boolean {
  return actor === "human" && originFacts(origin).beginsTurn === true;
}
