import { type Blocks, parseBlocks } from "@ccdag/mdast";
import { escapeTags } from "./escape-tags.ts";
import { scanBlocks } from "./scan-blocks.ts";

/** Texts longer than this are not parsed: where a look at the lines does not do, they are told as code. */
const parseLimit = 200_000;

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
  if (!/[<#`~[=-]/.test(text)) return text;
  const lines = text.split("\n");
  const blocks = scanBlocks(lines) ?? (text.length > parseLimit ? undefined : parseBlocks(text));
  return blocks === undefined ? asCode(text) : rewrite(lines, blocks, depth);
}

/** A definition of a link or a footnote, or its like: other messages must not link to it. */
const definition = /^([\s>*+\-\d.)]*)\[(?=[^\]]+\]:)/;

function rewrite(lines: string[], { code, headings, open }: Blocks, depth: number): string {
  escapeTags(lines, code);
  for (const { line, isUnderline } of headings) {
    const text = lines[line - 1]!;
    lines[line - 1] = isUnderline
      ? text.replace(/[=-]/, "\\$&")
      : text.replace(/#{1,6}/, (marks) => lower(marks, depth));
  }
  for (const [index, line] of lines.entries())
    if (line.includes("]:") && !code.has(index + 1)) lines[index] = line.replace(definition, "$1\\[");
  if (open !== undefined) lines.push(open);
  return lines.join("\n");
}

/** Marks of a heading that is to go below a depth. */
function lower(marks: string, depth: number): string {
  return "#".repeat(Math.min(6, marks.length + depth));
}

function asCode(text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const marks = "`".repeat(longest + 1);
  return `${marks}text\n${text}\n${marks}`;
}
