import type { FlowContent, ThreadNode, Nodes, Root } from "./types.ts";
import { uuidsOf } from "./uuids-of.ts";
import { childrenOf, walk } from "./walk.ts";

/** A node that tells an entry, and the lines that lead to it, the root first. */
export interface FoundEntry {
  readonly uuid: string;
  /** The message, compaction or notice; or the branch. */
  readonly node: FlowContent;
  readonly threads: readonly ThreadNode[];
}

/**
 * Find what tells an entry, or a branch by the uuid that it begins with.
 *
 * @param tree the finished tree.
 * @param uuid a uuid, or its beginning: eight characters or more; of a record without one its `<path>:<line>`.
 * @param type what is looked for (default: `"entry"`).
 * @returns one for each uuid that is meant; none where no node tells one, several where a beginning fits more than one.
 */
export function findEntry(tree: Root, uuid: string, type: "entry" | "branch" = "entry"): FoundEntry[] {
  const exact = new Map<string, { node: FlowContent; thread: ThreadNode }>();
  const begun = new Map<string, { node: FlowContent; thread: ThreadNode }>();
  const above = new Map<Nodes, ThreadNode>();
  const holder = new Map<Nodes, FlowContent>();
  walk(tree, (node, parent) => {
    if (parent === undefined) return;
    if (isThread(parent)) {
      above.set(node, parent);
      holder.set(node, node as FlowContent);
    } else holder.set(node, holder.get(parent)!);
    const flow = holder.get(node)!;
    for (const id of namesOf(node, type)) {
      const found = id === uuid ? exact : id.startsWith(uuid) && uuid.length >= 8 ? begun : undefined;
      if (found && !found.has(id)) found.set(id, { node: flow, thread: above.get(flow)! });
    }
  });
  return [...(exact.size > 0 ? exact : begun)].map(([id, { node, thread }]) => ({
    uuid: id,
    node,
    threads: up(thread),
  }));

  function up(thread: ThreadNode): ThreadNode[] {
    const threads: ThreadNode[] = [];
    for (let at: ThreadNode | undefined = thread; at; at = above.get(at)) threads.push(at);
    return threads.reverse();
  }
}

function namesOf(node: Nodes, type: "entry" | "branch"): readonly string[] {
  if (type === "branch") return node.type === "branch" ? [node.uuid] : [];
  return node.type === "message" && node.id !== undefined ? [node.id] : uuidsOf(node);
}

/**
 * One path of talk: from the beginning to an entry, and nothing beside it (seed 004, reading by leaf). Sessions that
 * it continues are cut where it leaves them; agents stay with the calls that bore them.
 *
 * @param tree the finished tree; it is not changed.
 * @param found where to go, from {@link findEntry}. A branch is kept whole, with all that leaves from it.
 * @returns a tree of its own that shares messages with the first one. What is left out is counted in `hidden`.
 */
export function pathTo(tree: Root, { node, threads }: FoundEntry): Root {
  let kept: FlowContent | Root = node;
  for (let index = threads.length - 1; index >= 0; index--) {
    const thread = threads[index]!;
    const goal = (threads[index + 1] as FlowContent | undefined) ?? node;
    const end = endOf(thread, goal);
    const staying = new Set(
      thread.children.filter(
        (child, at) => child === goal || (at <= end && child.type !== "session" && child.type !== "branch"),
      ),
    );
    const children = [...staying].map((child) => (child === goal ? (kept as FlowContent) : child));
    const copy = { ...thread, children };
    countHidden(
      copy,
      thread.children.filter((child) => !staying.has(child)),
    );
    kept = copy;
  }
  return kept as Root;
}

/**
 * Keep, of all alternatives, those in which the person went on.
 *
 * @param tree the finished tree; it is not changed.
 * @returns a tree of its own without the other branches. They are counted in `hidden`.
 */
export function activeOnly(tree: Root): Root {
  return without(tree, (node) => node.type === "branch" && !node.active);
}

/**
 * Take nodes out of the lines of a tree, with all that is below them.
 *
 * @param tree the finished tree; it is not changed.
 * @param isDropped asked of each node that stands on a line.
 * @returns a tree of its own without them. They are counted in `hidden`, on the line that they stood on.
 */
export function without(tree: Root, isDropped: (node: FlowContent) => boolean): Root {
  const copies = new Map<Nodes, ThreadNode>();
  const root = { ...tree };
  copies.set(tree, root);
  const open: ThreadNode[] = [tree];
  for (let thread = open.pop(); thread; thread = open.pop()) {
    const copy = copies.get(thread)!;
    const dropped: FlowContent[] = [];
    copy.children = thread.children.flatMap((child): FlowContent[] => {
      if (isDropped(child)) {
        dropped.push(child);
        return [];
      }
      if (!isThread(child)) return [child];
      open.push(child);
      const own = { ...child };
      copies.set(child, own);
      return [own];
    });
    countHidden(copy, dropped);
  }
  return root;
}

/** The last child that the path has of a line: what it goes to, or the message that a session leaves from. */
function endOf(thread: ThreadNode, next: FlowContent): number {
  const own = thread.children.indexOf(next);
  const from = next.type === "session" ? next.from?.uuid : undefined;
  if (from !== undefined)
    return withAgents(
      thread,
      thread.children.findIndex((child) => holds(child, from)),
    );
  return next.type === "branch" || next.type === "session" ? own : withAgents(thread, own);
}

/** Agents stand after the message that bore them, and so do records of the same turn that speak of nothing else. */
function withAgents(thread: ThreadNode, at: number): number {
  let end = at === -1 ? thread.children.length - 1 : at;
  while (thread.children[end + 1]?.type === "agent") end++;
  return end;
}

function holds(node: FlowContent, uuid: string): boolean {
  if (isThread(node)) return false;
  const open: Nodes[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (uuidsOf(next).includes(uuid)) return true;
    open.push(...childrenOf(next));
  }
  return false;
}

function countHidden(thread: ThreadNode, dropped: readonly FlowContent[]): void {
  if (dropped.length === 0) return;
  const hidden = { ...thread.hidden };
  for (const { type } of dropped) hidden[type] = (hidden[type] ?? 0) + 1;
  thread.hidden = hidden;
}

/** Whether a node is a line of conversation, or holds some. */
export function isThread(node: Nodes): node is ThreadNode {
  return node.type === "root" || node.type === "session" || node.type === "branch" || node.type === "agent";
}

/** The lines of a tree in reading order, the tree itself among them: each stands before those that leave from it. */
export function threadsIn(tree: ThreadNode): ThreadNode[] {
  const threads: ThreadNode[] = [];
  const open: ThreadNode[] = [tree];
  for (let thread = open.pop(); thread; thread = open.pop()) {
    threads.push(thread);
    for (const child of [...thread.children].reverse()) if (isThread(child)) open.push(child);
  }
  return threads;
}
