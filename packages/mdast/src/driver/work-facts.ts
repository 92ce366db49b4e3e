import {
  beginsTurn,
  contextFill,
  type FlowContent,
  isRunByClient,
  originFacts,
  type Session,
  type ThreadNode,
  threadsIn,
  type ModelUsage,
  type UsageReport,
  type UsageTotals,
} from "@ccdag/ccast";
import { formatTime } from "../format.ts";
import type { WorkFacts } from "../types.ts";

/**
 * Count what was done in some nodes of a thread. What agents did is not counted, but for the agents that they started.
 *
 * @param nodes messages, compactions, agents and records; other threads among them are not looked at.
 * @param usage the usage of the same part, if it is known.
 * @param calls the usage of each API call.
 */
export function workOf(
  nodes: Iterable<FlowContent>,
  usage: UsageTotals | undefined,
  calls: UsageReport["calls"],
): WorkFacts {
  const tools = new Map<string, number>();
  const own: Array<readonly ModelUsage[]> = [];
  let [failed, agents, compactions] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const node of nodes) {
    if (node.type === "agent") agents += threadsIn(node).filter(isStarted).length;
    if (node.type === "compaction") compactions++;
    if (node.type !== "message") continue;
    const call = calls.get(node);
    if (call !== undefined) own.push(call);
    for (const child of node.children) {
      if (child.type !== "toolCall") continue;
      tools.set(child.name, (tools.get(child.name) ?? 0) + 1);
      if (child.result?.isError) failed++;
      see(child.result?.timestamp);
    }
    const { isOutput = false } = originFacts(node.origin);
    see(node.timestamp, node.role === "assistant" || beginsTurn(node) || isOutput);
  }
  const durationMs = last > first ? last - first : undefined;
  return { durationMs, tools, failed, agents, compactions, usage, context: contextFill(own) };

  /** What the client records after the last answer takes no time of the work. Times that are no valid dates are ignored. */
  function see(time: number | undefined, isWork = true): void {
    if (time === undefined || formatTime(time) === "") return;
    first = Math.min(first, time);
    if (isWork) last = Math.max(last, time);
  }
}

function isStarted(thread: ThreadNode): boolean {
  return thread.type === "agent" && !isRunByClient(thread);
}

/** The nodes of a session and of its branches, without those of agents and of sessions that continue it. */
export function* nodesOfSession(session: Session): Generator<FlowContent> {
  const stack: ThreadNode[] = [session];
  for (let thread = stack.pop(); thread; thread = stack.pop())
    for (const node of thread.children)
      if (node.type === "branch") stack.push(node);
      else if (node.type !== "session") yield node;
}
