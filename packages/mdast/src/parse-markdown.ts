import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/**
 * What is off. A tag is text and stays visible. Definitions of links and footnotes are text as well: where nothing refers
 * to one it would not be told, and of two with one name the second.
 */
const off = [
  "htmlFlow",
  "htmlText",
  "definition",
  "gfmFootnoteDefinition",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
];

/**
 * Parse text by a stranger: GFM without what would hide some of its words.
 *
 * @param value Markdown.
 * @param depth the depth of the heading above it: its own headings go below, down to 6 (default: 0, left as they are).
 * @returns the tree; it holds no `html` node, no definition and no footnote.
 */
export function parseMarkdown(value: string, depth = 0): Root {
  const tree = fromMarkdown(value, {
    extensions: [gfm(), { disable: { null: off } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "heading") node.depth = Math.min(6, node.depth + depth) as typeof node.depth;
    if ("children" in node) for (const child of node.children) stack.push(child);
  }
  return tree;
}
