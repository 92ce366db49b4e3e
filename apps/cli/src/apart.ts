import { type FlowContent, isThread, type ThreadNode, threadsIn, type Root } from "@ccdag/ccast";

/** A line that is told in a document of its own, without those that are told in theirs. */
export type Apart = Exclude<ThreadNode, Root>;

/**
 * Take lines out of a tree, so that each can be told in a document of its own. The references from both sides stay:
 * whoever links documents finds them.
 *
 * @param tree the tree; it is not changed.
 * @param isApart which lines.
 * @returns what is left of the tree, and the lines in the order of the tree.
 */
export function takeApart(tree: Root, isApart: (line: Apart) => boolean): { rest: Root; apart: Apart[] } {
  const threads = threadsIn(tree);
  /** Lines as they are told: from the bottom up, so that each holds those below it as they are told. */
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
  return { rest: rendered.get(tree) as Root, apart: apart.map((line) => rendered.get(line) as Apart) };
}
