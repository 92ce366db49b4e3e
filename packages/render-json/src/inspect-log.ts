import {
  defaultClient,
  measureUsage,
  type Message,
  type ModelUsage,
  originFacts,
  type Prices,
  type Root,
  sumUsage,
  type UsageReport,
  type UsageTotals,
  wordsOf,
} from "@ccdag/ccast";
import { integer, isoTime } from "./exact-json.ts";
import { type InspectMessage, toInspectMessages } from "./inspect-messages.ts";
import type { Counts } from "./omitted.ts";
import { agentFacts, countOutside, findRuns, type ConversationRun, runFacts, type ConversationRuns } from "./runs.ts";

/** The tokens of one model. */
type InspectUsage = Record<string, object>;

/** A conversation. */
export interface InspectSample {
  id: string;
  epoch: 1;
  input: string;
  target: "";
  messages: InspectMessage[];
  output: object;
  metadata: object;
  model_usage: InspectUsage;
  started_at?: string | undefined;
  completed_at?: string | undefined;
  total_time?: number | undefined;
}

/** A log: what stands before its samples, and these one by one. */
export interface InspectLog {
  /** The fields of the log in the order that readers of its head rely on, without `samples`. */
  readonly head: object;
  readonly samples: readonly InspectSample[];
  /** What the log cannot say, by kind. */
  readonly omitted: Counts;
}

/**
 * Convert a tree to a log.
 *
 * @param tree the finished tree, in depth-first order.
 * @param prices a price list.
 * @returns a sample for each leaf of a person, in reading order, then one for each leaf of an agent.
 */
export function toInspectLog(tree: Root, prices: Prices): InspectLog {
  const omitted: Counts = {};
  const found = findRuns(tree);
  const report = measureUsage(tree, prices);
  const samples = found.runs.map((run) => toSample(run, found, report, omitted));
  countOutside(tree, found, omitted);
  const [first] = found.runs;
  const times = found.runs.flatMap(({ path }) => path.map(({ timestamp }) => timestamp));
  const { started_at, completed_at } = spanOf(times);
  const [model = noModel] = Object.keys(report.total.models);
  const head = {
    version: 2,
    status: "success",
    eval: {
      created: started_at ?? "1970-01-01T00:00:00.000Z",
      task: first?.session?.client ?? defaultClient,
      task_id: first?.sessionId ?? "",
      task_version: first?.session?.version ?? 0,
      dataset: { name: "sessions", samples: samples.length, sample_ids: samples.map(({ id }) => id), shuffled: false },
      model,
      config: {},
      metadata: { generator: "@ccdag/render-json/inspect", omitted },
    },
    plan: { name: "plan", steps: [], config: {} },
    stats: {
      started_at: started_at ?? "",
      completed_at: completed_at ?? "",
      model_usage: toModelUsage([...report.calls.values()].flat()),
    },
  };
  return { head, samples, omitted };
}

/** What the field calls a model that there is not. */
const noModel = "none/none";

function toSample(
  run: ConversationRun,
  { owners }: ConversationRuns,
  report: UsageReport,
  omitted: Counts,
): InspectSample {
  const { id, path, agent } = run;
  const messages = toInspectMessages(path, omitted, (node) => owners.get(node) === run);
  const used = path.flatMap((node) => (node.type === "message" ? (report.calls.get(node) ?? []) : []));
  return {
    id,
    epoch: 1,
    input: inputOf(run),
    target: "",
    messages,
    output: outputOf(messages),
    metadata: { session_id: run.sessionId, ...runFacts(run), ...(agent && { agent: agentFacts(agent) }) },
    model_usage: toModelUsage(used),
    ...spanOf(path.map(({ timestamp }) => timestamp)),
  };
}

/** What was asked for: the first words that somebody typed, else the first message. */
function inputOf({ path }: ConversationRun): string {
  const asked = path.filter((node): node is Message => node.type === "message" && node.role === "user");
  const typed = asked.find(({ origin }) => originFacts(origin).typed === "words") ?? asked[0];
  return typed === undefined ? "" : wordsOf(typed);
}

/** What was answered in the end, which scorers read. */
function outputOf(messages: readonly InspectMessage[]): object {
  const message = messages.findLast(({ role }) => role === "assistant");
  if (message === undefined) return {};
  const stop_reason = message["tool_calls"] === undefined ? "stop" : "tool_calls";
  return { model: message["model"] ?? "", choices: [{ message, stop_reason }] };
}

/** The times of the first and the last entry, and the seconds between them. */
function spanOf(
  timestamps: ReadonlyArray<number | undefined>,
): Pick<InspectSample, "started_at" | "completed_at" | "total_time"> {
  const times = timestamps.filter((time): time is number => isoTime(time) !== undefined);
  if (times.length === 0) return {};
  const [first, last] = times.reduce(([from, to], time) => [Math.min(from, time), Math.max(to, time)], [
    times[0]!,
    times[0]!,
  ] as [number, number]);
  return { started_at: isoTime(first), completed_at: isoTime(last), total_time: (last - first) / 1000 };
}

function toModelUsage(calls: readonly ModelUsage[]): InspectUsage {
  const models = new Map<string, UsageTotals[]>();
  for (const { model = noModel, usage } of calls) {
    const known = models.get(model);
    if (known === undefined) models.set(model, [usage]);
    else known.push(usage);
  }
  return Object.fromEntries([...models].map(([model, used]) => [model, toUsage(sumUsage(used))]));
}

function toUsage({ input, output, cacheRead, cacheWrite, cost, unpriced, calls }: UsageTotals): object {
  return {
    input_tokens: integer(input),
    output_tokens: integer(output),
    total_tokens: integer(input + output + cacheRead + cacheWrite),
    input_tokens_cache_write: integer(cacheWrite),
    input_tokens_cache_read: integer(cacheRead),
    total_cost: unpriced < calls ? cost : undefined,
  };
}
