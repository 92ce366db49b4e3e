import {
  type Agent,
  agentsIn,
  type Branch,
  isThread,
  threadKey,
  type Nodes,
  type Session,
  type TimelineThread,
  type ToolCall,
  walk,
} from "@ccdag/ccast";
import { isHere } from "./driver/agent-policy.ts";
import type { AgentPolicy } from "./types.ts";

/** What links of a document need to know. */
export interface LinkTargets {
  /** Entries that something leads to. */
  readonly linked: ReadonlySet<string>;
  /** Entries that are told here, and the names of branches, sessions and agents. */
  readonly rendered: ReadonlySet<string>;
  /** The agents that each call bore. */
  readonly spawned: ReadonlyMap<ToolCall, readonly Agent[]>;
  /** The agents of a timeline, by line. */
  readonly agents: ReadonlyMap<string, Agent>;
}

/**
 * Look through what a document will tell.
 *
 * @param tree the root, or any node of it.
 * @param policy where agents are told: what is told elsewhere has no place here.
 * @param others entries that other documents lead to.
 */
export function findLinkTargets(tree: Nodes, policy: AgentPolicy, others: Iterable<string> = []): LinkTargets {
  const linked = new Set<string>(others);
  const rendered = new Set<string>();
  const spawned = new Map<ToolCall, Agent[]>();
  const agents = new Map<string, Agent>();
  for (const { agent, call } of agentsIn(tree)) {
    const same = call && spawned.get(call);
    if (same) same.push(agent);
    else if (call) spawned.set(call, [agent]);
  }
  const elsewhere = new Set<Nodes>();
  walk(tree, (node, parent) => {
    if (parent && (elsewhere.has(parent) || (node.type === "agent" && node !== tree && !isHere(policy)))) elsewhere.add(node);
    if ("from" in node && node.from?.uuid !== undefined) linked.add(node.from.uuid);
    if ("repeats" in node && node.repeats) linked.add(node.repeats.uuid);
    if (elsewhere.has(node)) return;
    if (node.type === "branch" || node.type === "session" || (node.type === "agent" && !node.missing)) addThread(node);
    if (node.type === "root") for (const thread of node.threads ?? []) addTimelineThread(thread);
    if (isThread(node)) return;
    if ("uuids" in node) for (const uuid of node.uuids) rendered.add(uuid);
    if ("uuid" in node && node.uuid !== undefined) rendered.add(node.uuid);
    if (node.type === "message" && node.id !== undefined) rendered.add(node.id);
  });
  return { linked, rendered, spawned, agents };

  /** A timeline says of each line where it comes from. */
  function addTimelineThread({ thread, head }: TimelineThread): void {
    if (head.from?.uuid !== undefined) linked.add(head.from.uuid);
    if (head.type === "agent") agents.set(threadKey(thread), head);
    addThread(head);
  }

  function addThread(thread: Session | Branch | Agent): void {
    if (thread.type === "branch") rendered.add(`branch-${thread.uuid}`);
    else rendered.add(thread.type === "session" ? `session-${thread.sessionId}` : `agent-${thread.agentId}`);
  }
}
