import { type Blocks, parseBlocks } from "@ccdag/mdast";
import type { Dialect } from "./dialect.ts";
import { escapeLinks } from "./escape-links.ts";
import { escapeTags } from "./escape-tags.ts";
import { scanBlocks } from "./scan-blocks.ts";

/** Texts longer than this are not parsed: where a look at the lines does not do, they are told as code. */
const parseLimit = 200_000;

/**
 * Keep text by a stranger in its place, and otherwise as its author wrote it: an open fence is closed, headings go
 * below the heading above, tags, definitions and links that run are text.
 *
 * @param value the text.
 * @param depth the depth of the heading above.
 * @param dialect what else is live where the text goes.
 * @returns Markdown that, parsed with HTML on, holds no HTML, no heading of this depth or above, and nothing open.
 */
export function guard(value: string, depth: number, dialect?: Dialect): string {
  const text = value.replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd();
  if (!/[<#`~[=-]/.test(text) && !dialect?.needs.test(text)) return text;
  const lines = text.split("\n");
  const blocks = findBlocks(lines);
  if (blocks === undefined) return asCode(text);
  // A definition that became text may be underlined by what follows it, so the blocks are looked for again.
  return rewrite(lines, escapeDefinitions(lines, blocks) ? findBlocks(lines) : blocks, depth, dialect) ?? asCode(text);
}

/** The blocks of a text; nothing where it would take the grammar, and the text is too long for that. */
export function findBlocks(lines: readonly string[]): Blocks | undefined {
  const found = scanBlocks(lines);
  if (found !== undefined) return found;
  const text = lines.join("\n");
  return text.length > parseLimit ? undefined : parseBlocks(text);
}

/** A definition of a link or a footnote, or its like: other messages must not link to it. */
const definition = /^([\s>*+\-\d.)]*)\[(?=[^\]]+\]:)/;

function escapeDefinitions(lines: string[], { code }: Blocks): boolean {
  let isChanged = false;
  for (const [index, line] of lines.entries()) {
    if (!line.includes("]:") || code.has(index + 1)) continue;
    lines[index] = line.replace(definition, "$1\\[");
    isChanged ||= lines[index] !== line;
  }
  return isChanged;
}

function rewrite(
  lines: string[],
  blocks: Blocks | undefined,
  depth: number,
  dialect: Dialect | undefined,
): string | undefined {
  if (blocks === undefined) return undefined;
  const { code, headings, open } = blocks;
  escapeTags(lines, code);
  escapeLinks(lines, code);
  for (const heading of headings) {
    const { line } = heading;
    if (heading.isUnderline) escapeUnderlines(lines, line - 1);
    else lines[line - 1] = lines[line - 1]!.replace(/#{1,6}/, (marks) => lower(marks, depth));
  }
  dialect?.lines(lines, code);
  if (open !== undefined) lines.push(open);
  return lines.join("\n");
}

/** An underline becomes text, and so do those below it: the next would underline what this one has become a part of. */
function escapeUnderlines(lines: string[], from: number): void {
  for (let index = from; index === from || isUnderline(lines[index]); index++)
    lines[index] = lines[index]!.replace(/[=-]/, "\\$&");
}

function isUnderline(line: string | undefined): boolean {
  return line !== undefined && /^[\s>]*(?:=+|-+)\s*$/.test(line);
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
