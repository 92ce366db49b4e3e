import { type FlowContent, isThread, type ThreadNode, threadsIn, type Root } from "@ccdag/ccast";

/** A thread with its own document, without the threads below it that have their own, too. */
export type Apart = Exclude<ThreadNode, Root>;

/**
 * Split threads off a tree, so that each can have its own document. References between the parts stay, so that documents
 * can link to each other.
 *
 * @param tree the tree; it is not changed.
 * @param isApart whether to split off a thread.
 * @returns the rest of the tree, and the threads in the order of the tree.
 */
export function takeApart(tree: Root, isApart: (thread: Apart) => boolean): { rest: Root; apart: Apart[] } {
  const threads = threadsIn(tree);
  /** The exported form of each thread, made from the bottom up, so that each contains those below it. */
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
