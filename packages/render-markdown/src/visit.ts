import type { Nodes } from "mdast";

/** Visit nodes and everything below them, in document order, without recursion. */
export function visit(nodes: readonly Nodes[], visitor: (node: Nodes) => void): void {
  const stack: Nodes[] = [...nodes].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    visitor(node);
    if ("children" in node) for (const child of [...node.children].reverse()) stack.push(child);
  }
}
