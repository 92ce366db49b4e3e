import { type Agent, beginsTurn, isThread, type Message, type Root, type ThreadNode } from "@ccdag/ccast";
import type { Graph, GraphEdge, GraphNode, GraphNodeKind } from "./graph-parts.ts";
import { compactionLabel, countsLabel, threadLabel } from "./node-labels.ts";

/** A node under construction, with the counts of what it stands for. */
interface Stretch {
  readonly node: GraphNode;
  turns: number;
  messages: number;
  agents: number;
}

/** A graph under construction. */
interface Draft {
  readonly nodes: GraphNode[];
  readonly edges: GraphEdge[];
  readonly stretches: Stretch[];
  /** The stretch of each entry, by uuid. */
  readonly homes: Map<string, Stretch>;
  /** Whether agents are nodes; else they are counted on the nodes that spawned them. */
  readonly hasAgents: boolean;
}

/** A thread, and the stretch that it branches off from where its own reference does not say. */
interface Frame {
  readonly thread: ThreadNode;
  readonly above: Stretch | undefined;
}

/** Collect the whole graph of a tree, without recursion. */
export function collect(tree: Root, hasAgents: boolean): Graph {
  const draft: Draft = { nodes: [], edges: [], stretches: [], homes: new Map(), hasAgents };
  const stack: Frame[] = [{ thread: tree, above: undefined }];
  for (let frame = stack.pop(); frame; frame = stack.pop())
    for (const child of collectThread(draft, frame).reverse()) stack.push(child);
  for (const { node, ...counts } of draft.stretches) {
    const row = countsLabel(counts);
    if (row !== "") node.rows.push(row);
  }
  return { nodes: draft.nodes, edges: draft.edges };
}

/** Add the nodes of one thread; returns the threads that it contains. */
function collectThread(draft: Draft, { thread, above }: Frame): Frame[] {
  let at = thread.type === "root" ? undefined : startThread(draft, thread, above);
  const below: Frame[] = [];
  for (const child of thread.children) {
    if (child.type === "agent" && !draft.hasAgents) {
      const home = homeOf(draft, child, at);
      if (home) home.agents++;
    } else if (isThread(child)) below.push({ thread: child, above: at });
    else if (child.type === "compaction") {
      at = continueFrom(draft, at, "compaction", compactionLabel(child));
      for (const uuid of child.uuids) draft.homes.set(uuid, at);
    } else if (child.type === "message") {
      at ??= continueFrom(draft, undefined, "stretch", []);
      countMessage(draft, at, child);
      // Where a session branches off in the middle of a thread, the thread continues in a new node.
      if (child.junctions?.some(({ branch }) => branch === undefined) && child !== thread.children.at(-1))
        at = continueFrom(draft, at, "stretch", []);
    }
  }
  return below.map((each) => ({ ...each, above: each.above ?? at }));
}

function startThread(draft: Draft, thread: Exclude<ThreadNode, Root>, above: Stretch | undefined): Stretch {
  const stretch = addStretch(
    draft,
    thread.type,
    threadLabel(thread),
    thread.type === "branch" && thread.active === true,
  );
  const home =
    thread.type === "agent" ? homeOf(draft, thread, above) : (draft.homes.get(thread.from?.uuid ?? "") ?? above);
  const label = thread.type === "branch" ? thread.rule : thread.type === "agent" ? thread.mode : "";
  if (home) draft.edges.push({ from: home.node.id, to: stretch.node.id, kind: thread.type, label });
  return stretch;
}

/** The stretch that spawned an agent. */
function homeOf({ homes }: Draft, { from }: Agent, above: Stretch | undefined): Stretch | undefined {
  return homes.get(from.uuid ?? "") ?? above;
}

/** Add a node of the same thread. */
function continueFrom(draft: Draft, above: Stretch | undefined, kind: GraphNodeKind, rows: string[]): Stretch {
  const stretch = addStretch(draft, kind, rows, false);
  if (above) draft.edges.push({ from: above.node.id, to: stretch.node.id, kind: "continues", label: "" });
  return stretch;
}

function addStretch({ nodes, stretches }: Draft, kind: GraphNodeKind, rows: string[], isActive: boolean): Stretch {
  const node: GraphNode = { id: `n${nodes.length + 1}`, kind, rows, isActive };
  nodes.push(node);
  const stretch = { node, turns: 0, messages: 0, agents: 0 };
  stretches.push(stretch);
  return stretch;
}

function countMessage({ homes }: Draft, stretch: Stretch, message: Message): void {
  stretch.messages++;
  if (beginsTurn(message)) stretch.turns++;
  for (const uuid of message.uuids) homes.set(uuid, stretch);
}
