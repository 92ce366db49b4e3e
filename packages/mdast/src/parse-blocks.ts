import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** The blocks of a text that matter to what stands around it; lines and columns count from 1. */
export interface Blocks {
  /** Lines of code blocks, the fences included. */
  readonly code: ReadonlySet<number>;
  /** Where a heading begins, or for one that is underlined the underline. */
  readonly headings: ReadonlyArray<{ readonly line: number; readonly isUnderline: boolean }>;
  /** The fence that is open at the end. */
  readonly open: string | undefined;
}

/** Nothing inside a paragraph matters here, which makes parsing several times faster. */
const inline = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "htmlFlow",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];

/** Find the blocks of a text by the grammar, with HTML off. */
export function parseBlocks(value: string): Blocks {
  const code = new Set<number>();
  const headings: Array<{ line: number; isUnderline: boolean }> = [];
  let open: string | undefined;
  const stack: Nodes[] = [fromMarkdown(value, { extensions: [{ disable: { null: inline } }] })];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const { start, end } = node.position!;
    if (node.type === "code") {
      for (let line = start.line; line <= end.line; line++) code.add(line);
      if (end.offset === value.length) open = openFence(value.slice(start.offset, end.offset));
    } else if (node.type === "heading") {
      const isUnderline = value[start.offset!] !== "#" || end.line > start.line;
      headings.push({ line: isUnderline ? end.line : start.line, isUnderline });
    }
    if ("children" in node) stack.push(...node.children);
  }
  return { code, headings, open };
}

/** The fence of a block that runs to the end of a text, unless its last line closes it. */
function openFence(source: string): string | undefined {
  const fence = /^(?:`{3,}|~{3,})/.exec(source)?.[0];
  const last = source.slice(source.lastIndexOf("\n") + 1).trim();
  const isClosed =
    fence !== undefined && source.includes("\n") && last.startsWith(fence) && last === fence[0]!.repeat(last.length);
  return isClosed ? undefined : fence;
}
