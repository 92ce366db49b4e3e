import {
  type Agent,
  agentsIn,
  type Branch,
  isThread,
  type Message,
  threadKey,
  type Nodes,
  type Session,
  shortIds,
  type TimelineThread,
  type ToolCall,
  walk,
} from "@ccdag/ccast";
import { isHere } from "./driver/agent-policy.ts";
import type { AgentPolicy } from "./types.ts";

/** What the links of a document can lead to. */
export interface LinkTargets {
  /** Entries that something links to. */
  readonly linked: ReadonlySet<string>;
  /** Entries that this document shows, and the names of its branches, sessions and agents. */
  readonly rendered: ReadonlySet<string>;
  /** The messages that this document shows, by each of their entries. */
  readonly messages: ReadonlyMap<string, Message>;
  /** The agents that each tool call spawned. */
  readonly spawned: ReadonlyMap<ToolCall, readonly Agent[]>;
  /** Branches in which the person continued, and so in every branch above. */
  readonly continued: ReadonlySet<Branch>;
  /** Shortens an id so that no other id of the document looks like it. */
  readonly shortId: (id: string) => string;
  /** The agents of a timeline, by thread. */
  readonly agents: ReadonlyMap<string, Agent>;
}

/**
 * Find the link targets of a document.
 *
 * @param tree the root, or any node of it.
 * @param policy where agents are rendered: those of other documents are no targets here.
 * @param others uuids of entries that other documents link to.
 */
export function findLinkTargets(tree: Nodes, policy: AgentPolicy, others: Iterable<string> = []): LinkTargets {
  const linked = new Set<string>(others);
  const rendered = new Set<string>();
  const messages = new Map<string, Message>();
  const spawned = new Map<ToolCall, Agent[]>();
  const agents = new Map<string, Agent>();
  for (const { agent, call } of agentsIn(tree)) {
    const same = call && spawned.get(call);
    if (same) same.push(agent);
    else if (call) spawned.set(call, [agent]);
  }
  const elsewhere = new Set<Nodes>();
  const continued = new Set<Branch>();
  /** Threads below a branch that the person left. */
  const abandoned = new Set<Nodes>();
  walk(tree, (node, parent) => {
    if (parent && (elsewhere.has(parent) || (node.type === "agent" && node !== tree && !isHere(policy))))
      elsewhere.add(node);
    if (isThread(node)) {
      if ((parent && abandoned.has(parent)) || (node.type === "branch" && !node.active)) abandoned.add(node);
      else if (node.type === "branch") continued.add(node);
    }
    if ("from" in node && node.from?.uuid !== undefined) linked.add(node.from.uuid);
    if ("repeats" in node && node.repeats) linked.add(node.repeats.uuid);
    if (elsewhere.has(node)) return;
    if (node.type === "branch" || node.type === "session" || (node.type === "agent" && !node.missing)) addThread(node);
    if (node.type === "root") for (const thread of node.threads ?? []) addTimelineThread(thread);
    if (isThread(node)) return;
    if ("uuids" in node)
      for (const uuid of node.uuids) {
        rendered.add(uuid);
        if (node.type === "message") messages.set(uuid, node);
      }
    if ("uuid" in node && node.uuid !== undefined) rendered.add(node.uuid);
    if (node.type === "message" && node.id !== undefined) rendered.add(node.id);
  });
  return { linked, rendered, messages, spawned, agents, continued, shortId: shortIds(tree) };

  /** In a timeline the list of threads names the parent of each thread. */
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
