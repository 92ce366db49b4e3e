import { parseMarkdown } from "@ccdag/mdast";
import { applyEdits, editsOf, isSafeLink, lower } from "./edits.ts";

/** Texts longer than this are not parsed: where a look at the lines does not do, they are told as code. */
const parseLimit = 100_000;

/** The beginning of a tag, a comment, a declaration or an instruction. */
const tag = /<[A-Za-z/!?]/;
/** What a look at single lines cannot judge: it takes a parser to know what such a line is. */
const unclear = [
  /^[ \t]+(?:`{3,}|~{3,})/, // a fence that may belong to a list item
  /^[ \t]*(?:[-*+>]|\d+[.)])[ \t>*+\-\d.)]*(?:`{3,}|~{3,}|#{1,6}(?:[ \t]|$))/, // a fence or a heading in a list or a quote
  /^ {0,3}\[[^\]]+\]:/, // a definition
];
const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;
const heading = /^( {0,3})(#{1,6})(?=[ \t]|$)/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;

/**
 * Keep text by a stranger in its place, and otherwise as its author wrote it: an open fence is closed, headings go
 * below the heading above, tags and definitions are text.
 *
 * @param value the text.
 * @param depth the depth of the heading above.
 * @returns Markdown that, parsed with HTML on, holds no HTML, no heading of this depth or above, and nothing open.
 */
export function guard(value: string, depth: number): string {
  const text = value.replace(/\r\n?/g, "\n").replace(/^\n+|\s+$/g, "");
  const lines = guardLines(text, depth);
  if (lines !== undefined) return lines;
  if (text.length > parseLimit) return asCode(text);
  return applyEdits(text, editsOf(text, parseMarkdown(text), depth));
}

/** The quick way, exact for the texts that it takes: everything that it changes stands at the margin. */
function guardLines(text: string, depth: number): string | undefined {
  if (!/[<#`~[=-]/.test(text)) return text;
  const lines = text.split("\n");
  let open: string | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (close?.startsWith(open)) open = undefined;
      continue;
    }
    if (mark !== undefined) {
      open = mark;
      continue;
    }
    if (unclear.some((pattern) => pattern.test(line))) return undefined;
    if (underline.test(line) && index > 0 && lines[index - 1]!.trim() !== "") return undefined;
    if (tag.test(line) && /`|^(?: {4}|\t)|\\</.test(line)) return undefined;
    if (tag.test(line) && spansLines(lines, index)) return undefined;
    lines[index] = escapeTags(line).replace(heading, (_, space: string, marks: string) => space + lower(marks, depth));
  }
  return open === undefined ? lines.join("\n") : `${lines.join("\n")}\n${open}`;
}

/** Whether a code span may have begun on another line of the paragraph. */
function spansLines(lines: readonly string[], index: number): boolean {
  for (let above = index - 1; above >= 0 && lines[above]!.trim() !== ""; above--)
    if (lines[above]!.includes("`")) return true;
  return false;
}

function escapeTags(line: string): string {
  return line.replace(/<(?=[A-Za-z/!?])/g, (_, at: number) => (isSafeLink(line, at) ? "<" : "\\<"));
}

function asCode(text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const marks = "`".repeat(longest + 1);
  return `${marks}text\n${text}\n${marks}`;
}
