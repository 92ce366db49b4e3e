import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/**
 * Parse text by a stranger: GFM with every HTML construct off, so that a tag is text and stays visible.
 *
 * @param value Markdown.
 * @param depth the depth of the heading above it: its own headings go below, down to 6 (default: 0, left as they are).
 * @returns the tree; it holds no `html` node.
 */
export function parseMarkdown(value: string, depth = 0): Root {
  const tree = fromMarkdown(value, {
    extensions: [gfm(), { disable: { null: ["htmlFlow", "htmlText"] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "heading") node.depth = Math.min(6, node.depth + depth) as typeof node.depth;
    if ("children" in node) for (const child of node.children) stack.push(child);
  }
  return tree;
}
