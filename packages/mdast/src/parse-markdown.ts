import type { Nodes, Root } from "mdast";
import { parser } from "./markdown/parser.ts";
import { toTree } from "./markdown/to-tree.ts";
import { isWithinBudget } from "./parse-limit.ts";

/**
 * Parse untrusted Markdown: GFM without the syntax that would hide text.
 *
 * @param value Markdown.
 * @param depth the depth of the heading above it, from 0 to 6. Its own headings are moved below that, to at most 6
 *   (default: 0, unchanged).
 * @param syntax what is parsed beyond GFM: `math`, formulas between dollar signs, which become `inlineCode` with `data.math`,
 *   and `code` in the language `math` (default: nothing).
 * @returns the tree; it holds no `html` node, no definition and no footnote, and nodes have no positions. `undefined` for a text that is not parsed,
 *   because it is very long, its marks are so dense that parsing would take too long, or they are nested too deep: it is to
 *   be shown as it is.
 */
export function parseMarkdown(value: string, depth = 0, { math = false }: { math?: boolean } = {}): Root | undefined {
  if (!isWithinBudget(value, "whole")) return undefined;
  const tree = toTree(parser().parse(value, { math }));
  if (tree === undefined) return undefined;
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "heading") node.depth = Math.min(6, node.depth + depth) as typeof node.depth;
    if ("children" in node) for (const child of node.children) stack.push(child);
  }
  return tree;
}
