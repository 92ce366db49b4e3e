import type { Nodes } from "./types.ts";

/**
 * Visit every node of a tree in reading order. The result of a tool call is visited directly after its call. The walk
 * does not recurse, so nesting may be as deep as memory allows.
 *
 * @param tree where to begin; it is visited first.
 * @param visitor called with each node and its parent (`undefined` for `tree`).
 */
export function walk(tree: Nodes, visitor: (node: Nodes, parent: Nodes | undefined) => void): void {
  const stack: Array<{ node: Nodes; parent: Nodes | undefined }> = [{ node: tree, parent: undefined }];
  for (;;) {
    const top = stack.pop();
    if (top === undefined) return;
    visitor(top.node, top.parent);
    const below = childrenOf(top.node);
    for (let index = below.length - 1; index >= 0; index--) stack.push({ node: below[index]!, parent: top.node });
  }
}

/**
 * The nodes directly below a node.
 *
 * @param node any node.
 * @returns its `children`; for a tool call its result; else nothing.
 */
export function childrenOf(node: Nodes): readonly Nodes[] {
  if (node.type === "toolCall") return node.result ? [node.result] : [];
  return "children" in node && Array.isArray(node.children) ? node.children : [];
}
