import type { Nodes, Root } from "mdast";
import { type CompileContext, type Extension as FromMarkdownExtension, fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { isWithinBudget } from "./parse-limit.ts";

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

/** Nodes may be nested this deep. The functions that later walk the tree are recursive: much deeper ones end them. */
const maxDepth = 100;

class DepthError extends Error {}

/** Ends parsing where nodes are nested too deep. These tokens have no other handler, and each container has one of them. */
const limitDepth: FromMarkdownExtension = {
  enter: Object.fromEntries(
    [
      "blockQuotePrefix",
      "listItemPrefix",
      "emphasisSequence",
      "strongSequence",
      "strikethroughSequence",
      "labelMarker",
      "labelImageMarker",
    ].map((token) => [token, assertDepth]),
  ),
};

function assertDepth(this: CompileContext): undefined {
  if (this.stack.length > maxDepth) throw new DepthError();
}

const { extensions, transforms } = separateTransforms(gfmFromMarkdown());

/** Transforms are recursive: they run when the depth of the tree is known. */
function separateTransforms(gfmExtensions: readonly FromMarkdownExtension[]) {
  return {
    extensions: [...gfmExtensions.map((one) => ({ ...one, transforms: [] })), limitDepth],
    transforms: gfmExtensions.flatMap((one) => one.transforms ?? []),
  };
}

/**
 * Parse untrusted Markdown: GFM without the syntax that would hide text.
 *
 * @param value Markdown.
 * @param depth the depth of the heading above it, from 0 to 6. Its own headings are moved below that, to at most 6
 *   (default: 0, unchanged).
 * @returns the tree; it holds no `html` node, no definition and no footnote. `undefined` for a text that is not parsed,
 *   because it is very long, its marks are so dense that parsing would take too long, or they are nested too deep: it is to
 *   be shown as it is.
 */
export function parseMarkdown(value: string, depth = 0): Root | undefined {
  if (!isWithinBudget(value, "whole")) return undefined;
  const tree = parse(value);
  if (tree === undefined) return undefined;
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "heading") node.depth = Math.min(6, node.depth + depth) as typeof node.depth;
    if ("children" in node) for (const child of node.children) stack.push(child);
  }
  return tree;
}

function parse(value: string): Root | undefined {
  try {
    const tree = fromMarkdown(value, {
      extensions: [gfm(), { disable: { null: off } }],
      mdastExtensions: extensions,
    });
    return transforms.reduce((root, transform) => transform(root) ?? root, tree);
  } catch (error) {
    if (error instanceof DepthError) return undefined;
    throw error;
  }
}
