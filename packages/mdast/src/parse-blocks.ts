import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { isWithinBudget } from "./parse-limit.ts";

/** The blocks of a Markdown text that affect the text around it. Lines count from 1. */
export interface Blocks {
  /** Lines of code blocks, the fences included. */
  readonly code: ReadonlySet<number>;
  /** The first line of each code block: its fence, or the code itself. */
  readonly starts: ReadonlySet<number>;
  /** The line of each heading; for a setext heading the line of the underline. */
  readonly headings: ReadonlyArray<{ readonly line: number; readonly isUnderline: boolean }>;
  /** The fence of a code block that is still open at the end; `undefined` if there is none. */
  readonly open: string | undefined;
}

/** Inline syntax, which is switched off: it is not needed here, and parsing is several times faster without it. */
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

/**
 * Find the code blocks and headings of a text by the Markdown grammar, with HTML off.
 *
 * @param value Markdown.
 * @returns the blocks; `undefined` for a text that is not parsed, because it is very long, or parsing would take too long.
 */
export function parseBlocks(value: string): Blocks | undefined {
  if (!isWithinBudget(value, "blocks")) return undefined;
  const code = new Set<number>();
  const starts = new Set<number>();
  const headings: Array<{ line: number; isUnderline: boolean }> = [];
  const root = fromMarkdown(value, { extensions: [{ disable: { null: inline } }] });
  // A fence in a list item or a quote ends with it; one at the margin would continue.
  const last = root.children.at(-1);
  const open =
    last?.type === "code" ? openFence(value.slice(last.position!.start.offset, last.position!.end.offset)) : undefined;
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const { start, end } = node.position!;
    if (node.type === "code") {
      starts.add(start.line);
      addCode(node.value, start.line, value.slice(start.offset, end.offset), code);
    } else if (node.type === "heading") {
      const isUnderline = value[start.offset!] !== "#" || end.line > start.line;
      headings.push({ line: isUnderline ? end.line : start.line, isUnderline });
    }
    if ("children" in node) for (const child of node.children) stack.push(child);
  }
  return { code, starts, headings, open };
}

/**
 * Add the lines of a code block. They are counted from its value, because the position of a block at the end of a list
 * item or quote reaches into the next line.
 */
function addCode(value: string, first: number, source: string, code: Set<number>): void {
  const count = value === "" ? 0 : value.split("\n").length;
  const fence = /^(?:`{3,}|~{3,})/.exec(source)?.[0];
  if (fence === undefined) {
    for (let line = first; line < first + count; line++) code.add(line);
    return;
  }
  for (let line = first; line <= first + count; line++) code.add(line);
  const after = source.split("\n")[count + 1] ?? "";
  const close = after.replace(/^[\s>]+/, "").trimEnd();
  if (close.startsWith(fence) && close === fence[0]!.repeat(close.length)) code.add(first + count + 1);
}

/** The fence of a block that runs to the end of a text, unless its last line closes it. */
function openFence(source: string): string | undefined {
  const fence = /^(?:`{3,}|~{3,})/.exec(source)?.[0];
  const last = source.slice(source.lastIndexOf("\n") + 1).trim();
  const isClosed =
    fence !== undefined && source.includes("\n") && last.startsWith(fence) && last === fence[0]!.repeat(last.length);
  return isClosed ? undefined : fence;
}
