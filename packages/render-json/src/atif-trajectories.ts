import {
  type Agent,
  agentsIn,
  defaultClient,
  measureUsage,
  type Prices,
  type Root,
  sumUsage,
  type TimelineNode,
  type ToolCall,
  type UsageReport,
  type UsageTotals,
} from "@ccdag/ccast";
import { type AtifReference, type AtifStep, toMetrics, toStep } from "./atif-step.ts";
import type { Counts } from "./omitted.ts";
import { countOutside, agentFacts, findRuns, type ConversationRun, runFacts, type ConversationRuns } from "./runs.ts";
import { createUniqueIds } from "./unique-ids.ts";

/** A conversation, with those of the agents that it spawned. */
export interface AtifTrajectory {
  /** The lowest version that has everything in it: later ones add media. */
  schema_version: "ATIF-v1.7";
  session_id: string;
  trajectory_id: string;
  agent: { name: string; version: string; model_name?: string | undefined; extra?: object | undefined };
  steps: AtifStep[];
  notes?: string | undefined;
  final_metrics: object;
  extra?: object | undefined;
  subagent_trajectories?: AtifTrajectory[] | undefined;
}

/** What all trajectories of a tree are made with. */
interface Draft {
  readonly owners: ConversationRuns["owners"];
  readonly usage: UsageReport;
  /** The agents that calls spawned. */
  readonly spawned: ReadonlyMap<ToolCall, readonly Agent[]>;
  /** What is made of agents so far. */
  readonly made: Map<Agent, MadeAgent>;
  readonly omitted: Counts;
}

/** The trajectories of an agent. */
interface MadeAgent {
  /** Those to embed: none if they are on lines of their own. */
  readonly embedded: readonly AtifTrajectory[];
  /** The usage of all of them, with that of the agents in them. */
  readonly usage: UsageTotals;
  /** How deep agents are nested in them. */
  readonly height: number;
}

/** Agents are nested this deep: readers in Python end with an error at some hundred levels. */
const maxHeight = 32;

/**
 * Convert a tree to trajectories.
 *
 * @param tree the finished tree, in depth-first order.
 * @param prices a price list.
 * @returns one trajectory for each leaf of a person, in reading order; agents are in the one that has the step that spawned
 *   them as its own. Agents that are on no path or nested too deep follow. `omitted` counts by kind what they do not say.
 */
export function toTrajectories(tree: Root, prices: Prices): { trajectories: AtifTrajectory[]; omitted: Counts } {
  const found = findRuns(tree);
  const omitted: Counts = {};
  const usage = measureUsage(tree, prices);
  const draft: Draft = {
    owners: found.owners,
    usage,
    spawned: callsOf(tree),
    made: new Map(),
    omitted,
  };
  const trajectories: AtifTrajectory[] = [];
  // From the bottom up: agents that an agent spawned come after it.
  for (const run of [...found.runs].reverse()) {
    const { trajectory, usage: used, height } = toTrajectory(run, draft);
    const isEmbedded = run.agent !== undefined && found.owners.has(run.agent) && height < maxHeight;
    if (!isEmbedded) trajectories.push(trajectory);
    if (run.agent === undefined) continue;
    const others = draft.made.get(run.agent);
    const inProgress = (run.agent.calls ?? []).flatMap((call) => usage.messages.get(call) ?? []);
    draft.made.set(run.agent, {
      embedded: [...(isEmbedded ? [trajectory] : []), ...(others?.embedded ?? [])],
      usage: sumUsage([used, ...(others ? [others.usage] : inProgress)]),
      height: Math.max(isEmbedded ? height : 0, others?.height ?? 0),
    });
  }
  countOutside(tree, found, omitted);
  return { trajectories: trajectories.reverse(), omitted };
}

function callsOf(tree: Root): Map<ToolCall, Agent[]> {
  const calls = new Map<ToolCall, Agent[]>();
  for (const { agent, call } of agentsIn(tree)) {
    if (call === undefined) continue;
    const known = calls.get(call);
    if (known === undefined) calls.set(call, [agent]);
    else known.push(agent);
  }
  return calls;
}

function toTrajectory(
  run: ConversationRun,
  draft: Draft,
): { trajectory: AtifTrajectory; usage: UsageTotals; height: number } {
  const { id, sessionId, session, agent } = run;
  const agents = run.agents.filter((one) => draft.owners.get(one) === run);
  const made = agents.flatMap((one) => draft.made.get(one) ?? []);
  const embedded = made.flatMap((one) => one.embedded);
  const height = embedded.length === 0 ? 0 : 1 + made.reduce((most, one) => Math.max(most, one.height), 0);
  const steps = toSteps(run, new Set(agents), draft);
  const own = sumUsage(
    run.path.flatMap((node) => (draft.owners.get(node) === run ? (usageOf(node, draft) ?? []) : [])),
  );
  // An agent without a transcript has no trajectory, but may have tokens.
  const lost = agents.flatMap((one) => (draft.made.has(one) ? [] : (draft.usage.threads.get(one) ?? [])));
  const usage = sumUsage([own, ...lost, ...made.map((one) => one.usage)]);
  const copied = steps.filter((step) => step.is_copied_context === true).length;
  const trajectory: AtifTrajectory = {
    schema_version: "ATIF-v1.7",
    session_id: sessionId,
    trajectory_id: id,
    agent: {
      name: session?.client ?? defaultClient,
      version: session?.version ?? "unknown",
      model_name: steps.findLast(({ model_name }) => model_name !== undefined)?.model_name,
      extra: agent && agentFacts(agent),
    },
    steps,
    notes:
      copied === 0
        ? undefined
        : `Steps that are copied from other paths: ${copied}. final_metrics does not count them.`,
    final_metrics: finalMetrics(own, usage, steps.length - copied),
    extra: runFacts(run),
    subagent_trajectories: embedded.length > 0 ? embedded : undefined,
  };
  return { trajectory, usage, height };
}

function toSteps(run: ConversationRun, agents: ReadonlySet<Agent>, draft: Draft): AtifStep[] {
  const uniqueId = createUniqueIds();
  const agentsOf = (call: ToolCall): AtifReference[] =>
    (draft.spawned.get(call) ?? [])
      .flatMap((agent) => (agents.has(agent) ? (draft.made.get(agent)?.embedded ?? []) : []))
      .map(({ trajectory_id, session_id }) => ({ trajectory_id, session_id }));
  const steps: AtifStep[] = [];
  for (const node of run.path) {
    if (node.type !== "message" && node.type !== "compaction") continue;
    const isCopied = draft.owners.get(node) !== run;
    // What a copy cannot say is counted where it is no copy.
    const omitted = isCopied ? {} : draft.omitted;
    const usage = usageOf(node, draft);
    steps.push(toStep(node, { step_id: steps.length + 1, usage, isCopied, agentsOf, uniqueId, omitted }));
  }
  return steps;
}

function usageOf(node: TimelineNode, { usage }: Draft): UsageTotals | undefined {
  return node.type === "message" ? usage.messages.get(node) : undefined;
}

/** The tokens are those of the steps; the cost is that of all agents, too. */
function finalMetrics(own: UsageTotals, all: UsageTotals, total_steps: number): object {
  if (all.calls === 0) return { total_steps };
  const { prompt_tokens, completion_tokens, cached_tokens, extra } = toMetrics(own);
  return {
    total_prompt_tokens: prompt_tokens,
    total_completion_tokens: completion_tokens,
    total_cached_tokens: cached_tokens,
    total_cost_usd: toMetrics(all).cost_usd,
    total_steps,
    extra,
  };
}
