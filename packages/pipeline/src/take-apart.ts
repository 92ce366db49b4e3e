import { type FlowContent, isThread, type ThreadNode, threadsIn, type Root } from "@ccdag/ccast";

/** A thread that has a document of its own, without those that have theirs. */
export type Apart = Exclude<ThreadNode, Root>;

/**
 * Take threads out of a tree, so that each can have a document of its own. The references from both sides stay:
 * whoever links documents finds them.
 *
 * @param tree the tree; it is not changed.
 * @param isApart which threads.
 * @returns what is left of the tree, and the threads in the order of the tree.
 */
export function takeApart(tree: Root, isApart: (thread: Apart) => boolean): { rest: Root; apart: Apart[] } {
  const threads = threadsIn(tree);
  /** Threads as they are exported: from the bottom up, so that each holds those below it. */
  const rendered = new Map<ThreadNode, ThreadNode>();
  for (const thread of [...threads].reverse()) {
    const children = thread.children.flatMap((child): FlowContent[] =>
      !isThread(child) ? [child] : isApart(child) ? [] : [rendered.get(child) as Apart],
    );
    const isSame =
      children.length === thread.children.length && children.every((child, at) => child === thread.children[at]);
    rendered.set(thread, isSame ? thread : { ...thread, children });
  }
  const apart = threads.filter((thread): thread is Apart => thread.type !== "root" && isApart(thread));
  return { rest: rendered.get(tree) as Root, apart: apart.map((one) => rendered.get(one) as Apart) };
}
