import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/**
 * Syntax that is switched off. A tag is text and stays visible. Definitions of links and footnotes are text too: a
 * definition without a reference, and the second of two with one name, would otherwise disappear.
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
 * Parse untrusted Markdown: GFM without the syntax that would hide text.
 *
 * @param value Markdown.
 * @param depth the depth of the heading above it, from 0 to 6. Its own headings are moved below that, to at most 6
 *   (default: 0, unchanged).
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
