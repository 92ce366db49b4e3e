import { countHidden, isThread } from "./path-to.ts";
import type { Branch, FlowContent, Message, Nodes, Root, ThreadNode } from "./types.ts";
import { uuidsOf } from "./uuids-of.ts";
import { childrenOf, walk } from "./walk.ts";

/**
 * Splice branches into the threads that they leave, where they stand: a path is then one conversation. A message no longer
 * names branches that are not in the tree.
 *
 * @param tree the tree of a path; it is not changed.
 * @param isJoined whether to splice a branch (default: if no other branch of its thread leaves from the same message).
 * @returns a new tree. What a spliced branch omits is counted in `hidden` of the thread that it left.
 */
export function joinBranches(tree: Root, isJoined: (branch: Branch) => boolean = areAlone(tree)): Root {
  const root: Root = { ...tree };
  const left = new Set<string>();
  const open: ThreadNode[] = [root];
  for (let thread = open.pop(); thread; thread = open.pop()) {
    const spliced = splice(thread, isJoined);
    for (const [index, child] of spliced.entries()) {
      if (!isThread(child)) continue;
      if (child.type === "branch") left.add(child.uuid);
      const copy = { ...child };
      spliced[index] = copy;
      open.push(copy);
    }
    thread.children = spliced;
  }
  const threads: ThreadNode[] = [root];
  for (let thread = threads.pop(); thread; thread = threads.pop())
    for (const [index, child] of thread.children.entries())
      if (isThread(child)) threads.push(child);
      else if (child.type === "message") thread.children[index] = withJunctionsTo(child, left);
  return root;
}

/** The children of a thread, with those of branches in their place; sessions are at the end. */
function splice(thread: ThreadNode, isJoined: (branch: Branch) => boolean): FlowContent[] {
  const children: FlowContent[] = [];
  const sessions: FlowContent[] = [];
  const open = [...thread.children].reverse();
  for (let child = open.pop(); child; child = open.pop()) {
    if (child.type === "branch" && isJoined(child)) {
      for (let index = child.children.length - 1; index >= 0; index--) open.push(child.children[index]!);
      if (child.hidden) thread.hidden = add(thread.hidden, child.hidden);
    } else if (child.type === "session" && thread.type !== "root") sessions.push(child);
    else children.push(child);
  }
  return [...children, ...sessions];
}

function add(some: ThreadNode["hidden"], others: NonNullable<ThreadNode["hidden"]>): ThreadNode["hidden"] {
  const sum = { ...some };
  for (const [kind, count] of Object.entries(others)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

/** Finds the branches that are alone at their fork. */
function areAlone(tree: Root): (branch: Branch) => boolean {
  const alone = new Set<Branch>();
  walk(tree, (node) => {
    if (!isThread(node)) return;
    const forks = new Map<string | undefined, Branch | "several">();
    for (const child of node.children)
      if (child.type === "branch") forks.set(child.from?.uuid, forks.has(child.from?.uuid) ? "several" : child);
    for (const fork of forks.values()) if (fork !== "several") alone.add(fork);
  });
  return (branch) => alone.has(branch);
}

function withJunctionsTo(message: Message, branches: ReadonlySet<string>): Message {
  const { junctions, ...rest } = message;
  const kept = junctions?.filter(({ branch }) => branch === undefined || branches.has(branch));
  if (kept?.length === junctions?.length) return message;
  return kept!.length === 0 ? rest : { ...rest, junctions: kept };
}

/**
 * Keep branches without what they share with others: each is in its session or agent, without the messages that lead to it.
 *
 * @param tree the finished tree; it is not changed.
 * @param isKept whether to keep a branch, with every thread below it; not called for these.
 * @returns a new tree. Its sessions are at the top.
 */
export function onlyBranches(tree: Root, isKept: (branch: Branch) => boolean): Root {
  const root: Root = { ...tree, children: [] };
  const homes: Home[] = [];
  const open: Array<{ node: ThreadNode; home: Home }> = [{ node: tree, home: { thread: tree, copy: root } }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, home } = next;
    if (node.type === "branch" && isKept(node)) {
      copyOf(home).children.push(node);
      continue;
    }
    for (const child of node.children.toReversed())
      if (isThread(child)) open.push({ node: child, home: homeOf(child, home) });
  }
  const copied = new Set<Nodes>(homes.map(({ thread }) => thread));
  for (const { thread, copy } of homes) {
    const kept = new Set(copy!.children);
    countHidden(
      copy!,
      thread.children.filter((child) => !kept.has(child) && !copied.has(child) && child.type !== "session"),
    );
  }
  return root;

  function copyOf(home: Home): ThreadNode {
    if (home.copy) return home.copy;
    home.copy = { ...home.thread, children: [] };
    homes.push(home);
    (home.above ? copyOf(home.above) : root).children.push(home.copy as FlowContent);
    return home.copy;
  }
}

/** Where the branches of a thread are kept. */
function homeOf(thread: ThreadNode, above: Home): Home {
  if (thread.type === "branch") return above;
  return { thread, above: thread.type === "agent" ? above : undefined };
}

/** A session or an agent that may hold branches; its copy is made for the first of them. */
interface Home {
  readonly thread: ThreadNode;
  /** For an agent, the thread that holds it. */
  readonly above?: Home | undefined;
  copy?: ThreadNode | undefined;
}

/**
 * Keep only the abandoned branches, those in which the person did not continue, and what leads to them.
 *
 * @param tree the finished tree; it is not changed.
 * @returns a new tree; its root is empty if nothing was abandoned. What it omits is counted in `hidden` of the thread.
 */
export function abandonedOnly(tree: Root): Root {
  const leading = findLeading(tree);
  const root: Root = { ...tree };
  const open: ThreadNode[] = [root];
  for (let thread = open.pop(); thread; thread = open.pop()) {
    const { children } = thread;
    const end = endOf(children, leading);
    const dropped: FlowContent[] = [];
    thread.children = children.flatMap((child, index): FlowContent[] => {
      if (leading.has(child) && isThread(child)) {
        const copy = { ...child };
        open.push(copy);
        return [copy];
      }
      if (isAbandoned(child) || (index <= end && child.type !== "session" && child.type !== "branch")) return [child];
      dropped.push(child);
      return [];
    });
    countHidden(thread, dropped);
  }
  return root;
}

function isAbandoned(node: Nodes): boolean {
  return node.type === "branch" && !node.active;
}

/** The threads that lead to an abandoned branch and are in none. */
function findLeading(tree: Root): Set<Nodes> {
  const above = new Map<Nodes, Nodes>();
  const leading = new Set<Nodes>();
  const open: ThreadNode[] = [tree];
  for (let thread = open.pop(); thread; thread = open.pop())
    for (const child of thread.children) {
      if (!isThread(child)) continue;
      above.set(child, thread);
      if (!isAbandoned(child)) open.push(child);
      else for (let at: Nodes | undefined = thread; at && !leading.has(at); at = above.get(at)) leading.add(at);
    }
  return leading;
}

/** The last child that a kept thread leaves from, or that is one. */
function endOf(children: readonly FlowContent[], leading: ReadonlySet<Nodes>): number {
  const from = new Set<string>();
  for (const child of children)
    if (child.type === "session" && leading.has(child) && child.from) from.add(child.from.uuid);
  const isEnd = (child: FlowContent) =>
    child.type !== "session" && (isAbandoned(child) || leading.has(child) || (from.size > 0 && holdsAny(child, from)));
  return children.findLastIndex(isEnd);
}

function holdsAny(node: FlowContent, wanted: ReadonlySet<string>): boolean {
  if (isThread(node)) return false;
  const open: Nodes[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (uuidsOf(next).some((uuid) => wanted.has(uuid))) return true;
    for (const child of childrenOf(next)) open.push(child);
  }
  return false;
}
