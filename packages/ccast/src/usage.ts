import { isThread, threadsIn } from "./path-to.ts";
import { type Prices, priceOf } from "./prices.ts";
import { beginsTurn, CallTurns } from "./begins-turn.ts";
import type { Agent, Branch, ThreadNode, Message, ProgressCall, Root, Session, Usage } from "./types.ts";

/** The usage of API calls. Tokens are as the API counted them. */
export interface UsageTotals {
  /** API calls, each once. */
  calls: number;
  /** Input tokens that were not read from the cache. */
  input: number;
  output: number;
  cacheRead: number;
  /** Tokens written into the cache, for whatever time. */
  cacheWrite: number;
  /** Those of `cacheWrite` that stay for an hour. */
  cacheWrite1h: number;
  webSearches: number;
  /** US dollars; 0 without prices. */
  cost: number;
  /** Calls whose model has no price: they are not in `cost`. */
  unpriced: number;
  /** Output tokens by model, the largest number first. */
  models: Record<string, number>;
}

/** The usage of a tree, in total and by part. */
export interface UsageReport {
  readonly total: UsageTotals;
  /**
   * The usage of each API call, by the first message of the call or the call that only progress holds, with that of other
   * models that it asked.
   */
  readonly messages: ReadonlyMap<Message | ProgressCall, UsageTotals>;
  /** Further messages of a call, each with the first one: only that one is in `messages` and `calls`. */
  readonly parts: ReadonlyMap<Message, Message>;
  /** The same model by model: the call, then an adviser that it asked. */
  readonly calls: ReadonlyMap<Message | ProgressCall, readonly ModelUsage[]>;
  /** The usage of each turn, agents included, by its first message. Empty for a timeline. */
  readonly turns: ReadonlyMap<Message, UsageTotals>;
  /** The usage of each session, branch and agent, with the branches and agents in it, without other sessions. */
  readonly threads: ReadonlyMap<Session | Branch | Agent, UsageTotals>;
}

/** What one model did in an API call. */
export interface ModelUsage {
  /** The model as recorded, with ` (fast)` behind it for fast mode; absent if it is not known. */
  readonly model: string | undefined;
  readonly usage: UsageTotals;
  /** What its client recorded as its cost, in US dollars; absent if it recorded none. */
  readonly recordedCost?: number | undefined;
}

/** Usage totals that are all 0. */
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
 * Measure the usage of a tree. A call is counted once, by the id of its API message, even if several nodes hold parts
 * of it: clients repeat the usage on each record of a call, and only the last record has all output tokens.
 *
 * @param tree the finished tree, or a timeline.
 * @param prices a price list (default: none, so that `cost` is 0).
 * @returns the totals, and the usage by message, turn and thread.
 */
export function measureUsage(tree: Root, prices?: Prices): UsageReport {
  const threads = threadsIn(tree);
  const messages = new Map<Message | ProgressCall, UsageTotals>();
  const calls = new Map<Message | ProgressCall, readonly ModelUsage[]>();
  const parts = new Map<Message, Message>();
  for (const { message, usage } of callsOf(threads, parts)) {
    const used = modelsIn(message, usage, prices);
    calls.set(message, used);
    messages.set(message, sumUsage(used.map((one) => one.usage)));
  }
  const sumOfTurn = new Map<Message, Sum>();
  const sums = new Map<ThreadNode, UsageTotals>();
  const total = new Sum();
  // From the bottom up: the threads below a thread are counted before it.
  for (const thread of [...threads].reverse()) {
    const sum = new Sum();
    for (const call of inProgress(thread)) sum.add(messages.get(call)!);
    let turn: Sum | undefined;
    // In a timeline the turns of several threads are mixed.
    const hasTurns = thread.type !== "root" || thread.order === undefined;
    for (const node of thread.children) {
      if (hasTurns && node.type === "message" && beginsTurn(node)) {
        turn = new Sum();
        sumOfTurn.set(node, turn);
      }
      const used = node.type === "message" ? messages.get(node) : isThread(node) ? sums.get(node) : undefined;
      if (used === undefined || node.type === "session") continue;
      sum.add(used);
      if (turn && node.type !== "branch") turn.add(used);
    }
    const ofThread = sum.totals();
    sums.set(thread, ofThread);
    if (thread.type === "session" || thread.type === "root") total.add(ofThread);
  }
  sums.delete(tree);
  const turns = new Map([...sumOfTurn].map(([node, sum]) => [node, sum.totals()]));
  const sumOfThread = sums as Map<Session | Branch | Agent, UsageTotals>;
  return { total: total.totals(), messages, parts, calls, turns, threads: sumOfThread };
}

/**
 * Each API call, at the first message that holds a part of it, with the usage that has most output tokens. Further messages are
 * added to `parts`.
 */
function callsOf(
  threads: readonly ThreadNode[],
  parts: Map<Message, Message>,
): Array<{ message: Message | ProgressCall; usage: Usage }> {
  const calls = new Map<string, { message: Message | ProgressCall; usage: Usage }>();
  for (const [at, thread] of threads.entries()) {
    for (const call of inProgress(thread))
      calls.set(`progress ${at} ${call.messageId}`, { message: call, usage: call.usage });
    const turns = new CallTurns();
    for (const node of thread.children) {
      if (node.type !== "message") continue;
      const turn = turns.of(node);
      if (node.usage === undefined || node.model === "<synthetic>") continue;
      const id = `${node.messageId ?? node.uuid ?? node.id} ${node.requestId ?? `${at} ${turn}`}`;
      const known = calls.get(id);
      if (known === undefined) {
        calls.set(id, { message: node, usage: node.usage });
        continue;
      }
      parts.set(node, known.message as Message);
      if (numberIn(node.usage, "output_tokens") > numberIn(known.usage, "output_tokens")) known.usage = node.usage;
    }
  }
  return [...calls.values()];
}

/** The calls of a thread that only progress records hold. */
function inProgress(thread: ThreadNode): readonly ProgressCall[] {
  return thread.type === "agent" ? (thread.calls ?? []) : [];
}

/**
 * What each model did in a call: an adviser that the model asked has tokens of its own, which are not in those of the call.
 *
 * @param call the model as recorded, and the time in milliseconds since 1970.
 * @param usage as recorded.
 * @param prices a price list (default: none, so that `cost` is 0).
 */
export function modelsIn(
  { model, timestamp }: Pick<Message, "model" | "timestamp">,
  usage: Usage,
  prices?: Prices,
): ModelUsage[] {
  const { iterations } = usage;
  const asked = (Array.isArray(iterations) ? iterations : []).flatMap((one: unknown) => {
    if (typeof one !== "object" || one === null) return [];
    const { type, model: other } = one as Usage;
    return type === "advisor_message" && typeof other === "string" ? [{ model: other, usage: one as Usage }] : [];
  });
  return [{ model, usage }, ...asked].map((one) => {
    const name = one.usage["speed"] === "fast" && one.model !== undefined ? `${one.model}${fastMode}` : one.model;
    const recordedCost = numberIn(one.usage, "cost_usd") || undefined;
    return { model: name, usage: toTotals(name, timestamp, one.usage, recordedCost, prices), recordedCost };
  });
}

/** Behind the name of a model that answered in fast mode, which has a price of its own. */
const fastMode = " (fast)";

function toTotals(
  model: string | undefined,
  timestamp: number | undefined,
  usage: Usage,
  recordedCost: number | undefined,
  prices: Prices | undefined,
): UsageTotals {
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
  return prices === undefined ? used : priceCall(used, model, timestamp, prices, recordedCost);
}

/**
 * Add the cost of one API call to its usage.
 *
 * @param used the usage of the call; a price may depend on the length of its prompt.
 * @param model the model, as recorded, with ` (fast)` behind it for fast mode; absent if it is not known.
 * @param timestamp the time of the call, in milliseconds since 1970: a price may change.
 * @param prices the price list.
 * @param recordedCost what the client recorded as the cost, which counts more than the list (default: nothing). A client writes 0
 *   where it knows no price, too: then the list counts.
 * @returns the usage with `cost`, or with `unpriced` if the model has no price.
 */
export function priceCall(
  used: UsageTotals,
  model: string | undefined,
  timestamp: number | undefined,
  prices: Prices,
  recordedCost?: number,
): UsageTotals {
  if (recordedCost !== undefined && recordedCost > 0) return { ...used, cost: recordedCost };
  const price = model === undefined ? undefined : priceOf(model, timestamp, prices);
  const times = model?.endsWith(fastMode) ? price?.fast : 1;
  if (price === undefined || times === undefined) return { ...used, unpriced: 1 };
  const rates = price.long && promptTokens(used) > price.long.above ? price.long : price;
  const tokens =
    used.input * rates.input +
    used.output * rates.output +
    used.cacheRead * rates.cacheRead +
    (used.cacheWrite - used.cacheWrite1h) * rates.cacheWrite +
    used.cacheWrite1h * rates.cacheWrite1h;
  return { ...used, cost: (times * tokens) / 1_000_000 + used.webSearches * prices.webSearch };
}

function inside(usage: Usage, key: string): Usage {
  const value = usage[key];
  return typeof value === "object" && value !== null ? (value as Usage) : {};
}

/** Recorded numbers are not trusted: 0 for a value that is no positive number. */
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

/** The tokens of prompts: what was new in them, read from the cache, and written into it. */
export function promptTokens({ input, cacheRead, cacheWrite }: UsageTotals): number {
  return input + cacheRead + cacheWrite;
}

/**
 * Add up usage.
 *
 * @param all the usage to add.
 * @returns the sum; without any usage, {@link emptyUsage}.
 */
export function sumUsage(all: Iterable<UsageTotals>): UsageTotals {
  const sum = new Sum();
  for (const one of all) sum.add(one);
  return sum.totals();
}

/** A sum that much is added to: each model may occur once only. */
class Sum {
  readonly #totals = emptyUsage();
  readonly #models = new Map<string, number>();

  add(other: UsageTotals): void {
    for (const key of counted) this.#totals[key] += other[key];
    for (const [model, output] of Object.entries(other.models))
      this.#models.set(model, (this.#models.get(model) ?? 0) + output);
  }

  totals(): UsageTotals {
    const sorted = [...this.#models].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return { ...this.#totals, models: Object.fromEntries(sorted) };
  }
}
