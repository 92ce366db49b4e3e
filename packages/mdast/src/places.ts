import {
  type Agent,
  agentsIn,
  type Branch,
  isLine,
  lineKey,
  type Nodes,
  type Session,
  type TimelineLine,
  type ToolCall,
  walk,
} from "@ccdag/ccast";
import type { AgentPolicy } from "./types.ts";

/** What links of a document need to know. */
export interface Places {
  /** Entries that something leads to. */
  readonly linked: ReadonlySet<string>;
  /** Entries that are told here, and the names of branches, sessions and agents. */
  readonly told: ReadonlySet<string>;
  /** The agents that each call bore. */
  readonly born: ReadonlyMap<ToolCall, readonly Agent[]>;
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
export function findPlaces(tree: Nodes, policy: AgentPolicy, others: Iterable<string> = []): Places {
  const linked = new Set<string>(others);
  const told = new Set<string>();
  const born = new Map<ToolCall, Agent[]>();
  const agents = new Map<string, Agent>();
  for (const { agent, call } of agentsIn(tree)) {
    const same = call && born.get(call);
    if (same) same.push(agent);
    else if (call) born.set(call, [agent]);
  }
  const isHere = policy === "inline" || policy === "after";
  const elsewhere = new Set<Nodes>();
  walk(tree, (node, parent) => {
    if (parent && (elsewhere.has(parent) || (node.type === "agent" && node !== tree && !isHere))) elsewhere.add(node);
    if ("from" in node && node.from?.uuid !== undefined) linked.add(node.from.uuid);
    if ("repeats" in node && node.repeats) linked.add(node.repeats.uuid);
    if (elsewhere.has(node)) return;
    if (node.type === "branch" || node.type === "session" || (node.type === "agent" && !node.missing)) addLine(node);
    if (node.type === "root") for (const line of node.lines ?? []) addLineOf(line);
    if (isLine(node)) return;
    if ("uuids" in node) for (const uuid of node.uuids) told.add(uuid);
    if ("uuid" in node && node.uuid !== undefined) told.add(node.uuid);
    if (node.type === "message" && node.id !== undefined) told.add(node.id);
  });
  return { linked, told, born, agents };

  /** A timeline says of each line where it comes from. */
  function addLineOf({ line, head }: TimelineLine): void {
    if (head.from?.uuid !== undefined) linked.add(head.from.uuid);
    if (head.type === "agent") agents.set(lineKey(line), head);
    addLine(head);
  }

  function addLine(line: Session | Branch | Agent): void {
    if (line.type === "branch") told.add(`branch-${line.uuid}`);
    else told.add(line.type === "session" ? `session-${line.sessionId}` : `agent-${line.agentId}`);
  }
}
