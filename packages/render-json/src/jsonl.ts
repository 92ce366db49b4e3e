import { isThread, threadReference, type ThreadNode, type Nodes, type Reference, type Root, walk } from "@ccdag/ccast";
import type { Plugin } from "unified";

/**
 * unified plugin: compile ccast to JSON Lines, one message, compaction or record on each, in the order of the tree. Each
 * is the node as it stands in the tree, with the `line` (session, branch or agent) that it is of.
 */
const ccdagRenderJsonl: Plugin<[], Root, string> = function () {
  this.compiler = (tree) => toJsonl(tree as Root);
};

export default ccdagRenderJsonl;

/** The same as a function. */
export function toJsonl(tree: Root): string {
  const lines: string[] = [];
  const references = new Map<Nodes, Reference | undefined>();
  walk(tree, (node, parent) => {
    if (isThread(node)) references.set(node, threadReference(node, parent && references.get(parent)));
    else if (parent !== undefined && isThread(parent)) lines.push(toRow(node, parent));
  });
  return lines.map((line) => `${line}\n`).join("");

  function toRow(node: Nodes, parent: ThreadNode): string {
    // In a timeline each node says itself which line it is of.
    const { type, ...rest } = node;
    return JSON.stringify({ type, thread: references.get(parent), ...rest });
  }
}
