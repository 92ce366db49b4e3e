import { toHtml } from "hast-util-to-html";
import type { RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toHast } from "mdast-util-to-hast";
import { VFile } from "vfile";
import { BlockFault } from "./block-fault.ts";
import { findBlocks } from "./find-blocks.ts";
import type { RemarkCcdagOptions } from "./remark-options.ts";
import { renderBlocks, reportFault } from "./render-blocks.ts";

/** A plugin of Vite, as far as this one needs its types. */
export interface CcdagVitePlugin {
  readonly name: string;
  readonly enforce: "pre";
  /** Replaces the blocks of a Markdown file; problems are warnings of the build. */
  transform(
    this: { warn(message: string): void },
    text: string,
    id: string,
  ): Promise<{ code: string; map: null } | undefined>;
}

/**
 * Vite plugin for VitePress and others that render Markdown with markdown-it: puts sessions in the place of code blocks in the
 * language `ccdag`.
 *
 * Each becomes one line of HTML that nothing is parsed in: neither the syntax of markdown-it plugins, such as includes and
 * attributes, nor `{{ }}` of Vue. All else stays as it is. Blocks in lists and quotes are reported and stay.
 *
 * @param options as for the remark plugin; `html` has no effect.
 */
export default function ccdagVite(options: Omit<RemarkCcdagOptions, "html"> = {}): CcdagVitePlugin {
  return {
    name: "remark-ccdag",
    enforce: "pre",
    async transform(text, id) {
      if (!id.endsWith(".md") || !text.includes("ccdag")) return undefined;
      const file = new VFile({ path: id, value: text });
      const code = await replaceBlocks(text, file, options);
      for (const message of file.messages) this.warn([String(message), message.note].filter(Boolean).join("\n"));
      return { code, map: null };
    },
  };
}

async function replaceBlocks(text: string, file: VFile, options: RemarkCcdagOptions): Promise<string> {
  const tree = fromMarkdown(withoutFrontmatter(text));
  const blocks = findBlocks(tree);
  for (const block of blocks)
    if (block.parent !== tree)
      reportFault(
        block,
        new BlockFault("unexpected-input", "Unexpected block in a list or quote, expected it outside"),
        file,
      );
  const rendered = await renderBlocks(
    blocks.filter(({ parent }) => parent === tree),
    file,
    { ...options, html: false },
  );
  let code = "";
  let from = 0;
  for (const { block, nodes } of rendered) {
    const { start, end } = block.node.position!;
    code += `${text.slice(from, start.offset)}${toLine(nodes)}\n`;
    from = end.offset!;
  }
  return code + text.slice(from);
}

/** HTML in one line: an empty line would end it. `v-pre` is for Vue. */
function toLine(nodes: readonly RootContent[]): string {
  const html = toHtml(toHast({ type: "root", children: [...nodes] }));
  return `<div class="ccdag" v-pre>${html.replaceAll("\r", "&#13;").replaceAll("\n", "&#10;")}</div>`;
}

/** The same text with blanks in place of its frontmatter, which is not Markdown. */
function withoutFrontmatter(text: string): string {
  const lines = text.split("\n");
  const isBegun = lines[0]!.trimEnd() === "---";
  const end = isBegun ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---") : -1;
  return lines.map((line, at) => (at <= end ? " ".repeat(line.length) : line)).join("\n");
}
