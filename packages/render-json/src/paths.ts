import {
  type Agent,
  type FlowContent,
  isThread,
  type Leaf,
  leaves,
  type ThreadNode,
  type Nodes,
  pathTo,
  type Root,
  type TimelineNode,
  walk,
} from "@ccdag/ccast";

/** A leaf, and all entries from the beginning to it. */
export interface ConversationPath {
  readonly leaf: Leaf;
  readonly path: readonly TimelineNode[];
  /** The agents that entries of it spawned, without those that agents spawned. */
  readonly agents: readonly Agent[];
  /** The threads that lead to the leaf, the root first. */
  readonly threads: readonly ThreadNode[];
}

/** The paths of a tree, one for each leaf, in reading order. */
export function findPaths(tree: Root): ConversationPath[] {
  const above = new Map<Nodes, ThreadNode>();
  const ends = new Map<string, FlowContent>();
  walk(tree, (node, parent) => {
    if (parent === undefined || !isThread(parent)) return;
    above.set(node, parent);
    if (parent.type === "agent" || isThread(node)) return;
    const id = node.type === "message" ? (node.uuid ?? node.id) : "uuid" in node ? node.uuid : undefined;
    if (id !== undefined) ends.set(keyOf(id, parent), node as FlowContent);
  });
  return leaves(tree).map((leaf) => {
    const node = ends.get(`${leaf.uuid} ${leaf.branch ?? leaf.sessionId}`)!;
    const threads: ThreadNode[] = [];
    for (let thread = above.get(node); thread; thread = above.get(thread)) threads.push(thread);
    threads.reverse();
    return { leaf, threads, ...flatten(pathTo(tree, { uuid: leaf.uuid, node, threads })) };
  });
}

function keyOf(id: string, thread: ThreadNode): string {
  return `${id} ${thread.type === "branch" ? thread.uuid : thread.type === "session" ? thread.sessionId : ""}`;
}

/** The entries and the agents of the threads of a path, in reading order. */
function flatten(tree: Root): Pick<ConversationPath, "path" | "agents"> {
  const path: TimelineNode[] = [];
  const agents: Agent[] = [];
  const stack: FlowContent[] = [...tree.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "agent") agents.push(node);
    else if (isThread(node)) for (const child of [...node.children].reverse()) stack.push(child);
    else path.push(node);
  }
  return { path, agents };
}
