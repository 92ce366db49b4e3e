import type { Agent, FlowContent, ThreadNode, Nodes, Root } from "./types.ts";
import { uuidsOf } from "./uuids-of.ts";
import { childrenOf, walk } from "./walk.ts";

/** The node that holds an entry, and the threads that lead to it. */
export interface FoundEntry {
  /** The whole uuid. */
  readonly uuid: string;
  /** The message, compaction or notice that holds the entry; or the branch. */
  readonly node: FlowContent;
  /** The threads above the node, the root first. */
  readonly threads: readonly ThreadNode[];
}

/**
 * Find the node that holds an entry, or a branch by its first entry.
 *
 * @param tree the finished tree.
 * @param uuid a uuid, or its beginning (eight characters or more); for a record without a uuid its `<path>:<line>`.
 * @param type what to look for (default: `"entry"`).
 * @returns one item per matching uuid: empty if there is no match, several if the beginning is ambiguous. An exact
 *   match comes alone.
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
 * Find agents by their id.
 *
 * @param tree the finished tree.
 * @param id an id, or its beginning; that of an agent without one of its own may lack its `side-`, which no list shows.
 * @returns empty if there is no match. An exact match comes alone.
 */
export function findAgents(tree: Root, id: string): Agent[] {
  const agents = threadsIn(tree).flatMap((thread) => (thread.type === "agent" ? [thread] : []));
  const exact = agents.find(({ agentId }) => agentId === id);
  if (exact !== undefined) return [exact];
  return agents.filter(({ agentId }) => agentId.startsWith(id) || agentId.startsWith(`side-${id}`));
}

/**
 * Keep only the path from the beginning to an entry. A session that the path continues is
 * cut where the path leaves it; agents stay with the calls that spawned them.
 *
 * @param tree the finished tree; it is not changed.
 * @param found the end of the path, from {@link findEntry}. A branch is kept whole, with every thread below it.
 * @returns a new tree that shares its messages with `tree`. What it omits is counted in `hidden` of the thread.
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
 * Keep only the active branches: those in which the person continued.
 *
 * @param tree the finished tree; it is not changed.
 * @returns a new tree without the other branches. They are counted in `hidden` of their thread.
 */
export function activeOnly(tree: Root): Root {
  return without(tree, (node) => node.type === "branch" && !node.active);
}

/**
 * Remove nodes from the threads of a tree, with everything below them.
 *
 * @param tree the finished tree; it is not changed.
 * @param isDropped whether to remove a node; called with each child of each thread that stays.
 * @returns a new tree without them. They are counted, by type, in `hidden` of their thread.
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
      const kept = { ...child };
      copies.set(child, kept);
      return [kept];
    });
    countHidden(copy, dropped);
  }
  return root;
}

/**
 * The last child of a thread that is on the path: the next node of the path, or the message that a session leaves from.
 */
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

/** Agents come directly after the message that spawned them. */
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
    for (const child of childrenOf(next)) open.push(child);
  }
  return false;
}

/** Count what is removed from a thread, by type. */
export function countHidden(thread: ThreadNode, dropped: readonly FlowContent[]): void {
  if (dropped.length === 0) return;
  const hidden = { ...thread.hidden };
  for (const { type } of dropped) hidden[type] = (hidden[type] ?? 0) + 1;
  thread.hidden = hidden;
}

/**
 * Whether a node is a thread: the root, a session, a branch or an agent.
 *
 * @param node any node.
 */
export function isThread(node: Nodes): node is ThreadNode {
  return node.type === "root" || node.type === "session" || node.type === "branch" || node.type === "agent";
}

/**
 * List the threads of a tree.
 *
 * @param tree the root, or any other thread.
 * @returns the thread itself and every thread below it, in reading order: each comes before its own threads.
 */
export function threadsIn(tree: ThreadNode): ThreadNode[] {
  const threads: ThreadNode[] = [];
  const open: ThreadNode[] = [tree];
  for (let thread = open.pop(); thread; thread = open.pop()) {
    threads.push(thread);
    for (const child of [...thread.children].reverse()) if (isThread(child)) open.push(child);
  }
  return threads;
}
