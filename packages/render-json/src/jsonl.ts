import { isThread, threadReference, type ThreadNode, type Nodes, type Reference, type Root, walk } from "@ccdag/ccast";
import type { Plugin } from "unified";

/**
 * unified plugin: compile ccast to JSON Lines, in the order of the tree. Each line is one message, compaction or record: the
 * node of the tree, with the `thread` (session, branch or agent) that it belongs to.
 */
const ccdagRenderJsonl: Plugin<[], Root, string> = function () {
  this.compiler = (tree) => toJsonl(tree as Root);
};

export default ccdagRenderJsonl;

/**
 * Render a tree as JSON Lines.
 *
 * @returns one line per node, each with a line feed at the end; an empty string for an empty tree.
 */
export function toJsonl(tree: Root): string {
  const rows: string[] = [];
  const references = new Map<Nodes, Reference | undefined>();
  walk(tree, (node, parent) => {
    if (isThread(node)) references.set(node, threadReference(node, parent && references.get(parent)));
    else if (parent !== undefined && isThread(parent)) rows.push(toRow(node, parent));
  });
  return rows.map((row) => `${row}\n`).join("");

  function toRow(node: Nodes, parent: ThreadNode): string {
    // In a timeline each node has a `thread` already.
    const { type, ...rest } = node;
    return JSON.stringify({ type, thread: references.get(parent), ...rest });
  }
}
