import type { Node, Root } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import type { Plugin } from "unified";
import { findBlocks } from "./find-blocks.ts";
import type { RemarkCcdagOptions } from "./remark-options.ts";
import { renderBlocks } from "./render-blocks.ts";

/**
 * remark plugin: put sessions, turns, entries and diffs in the place of code blocks in the language `ccdag`, and of directives
 * `::ccdag[…]`.
 *
 * A block that cannot be rendered stays, and is reported as a message at its place. The plugin is asynchronous.
 */
const remarkCcdag: Plugin<[(RemarkCcdagOptions | null | undefined)?], Root> = function (options) {
  // What people and models write has tables, which remark-stringify does not know by itself.
  const data = this.data() as { toMarkdownExtensions?: unknown[] };
  data.toMarkdownExtensions = [gfmToMarkdown(), ...(data.toMarkdownExtensions ?? [])];
  return async (tree, file) => {
    const blocks = findBlocks(tree);
    if (blocks.length === 0) return;
    const rendered = await renderBlocks(blocks, file, options ?? {});
    const replaced = new Map<Node, readonly Node[]>(rendered.map(({ block, nodes }) => [block.node, nodes]));
    for (const parent of new Set(rendered.map(({ block }) => block.parent)))
      parent.children = parent.children.flatMap((child) => replaced.get(child) ?? [child]) as typeof parent.children;
  };
};

export default remarkCcdag;
