import { type Blocks, parseBlocks } from "@ccdag/mdast";
import type { Dialect } from "./dialect.ts";
import { escapeLinks } from "./escape-links.ts";
import { escapeTags } from "./escape-tags.ts";
import { fenceFor } from "./fence.ts";
import { scanBlocks } from "./scan-blocks.ts";

/** Text with more characters than this is not parsed: where a scan of its lines is not enough, it becomes code. */
const parseLimit = 200_000;

/**
 * Confine untrusted text, and otherwise keep it as it is: close an open fence, move headings below the heading above, and
 * turn tags, definitions and links that run code into text.
 *
 * @param value the text.
 * @param depth the level of the heading above.
 * @param dialect syntax beyond GFM that the text must not use.
 * @returns Markdown that, parsed with HTML on, has no HTML, no heading of this level or above, and no open block.
 */
export function guard(value: string, depth: number, dialect?: Dialect): string {
  const text = value.replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd();
  if (!/[<#`~[=-]/.test(text) && !dialect?.needs.test(text)) return text;
  const lines = text.split("\n");
  const blocks = findBlocks(lines);
  if (blocks === undefined) return asCode(text);
  // A definition that became text may form a heading with an underline below it, so the blocks are found again.
  return confine(lines, escapeDefinitions(lines, blocks) ? findBlocks(lines) : blocks, depth, dialect) ?? asCode(text);
}

/** The blocks of a text; `undefined` where they need a parser and the text is too long for it. */
export function findBlocks(lines: readonly string[]): Blocks | undefined {
  const found = scanBlocks(lines);
  if (found !== undefined) return found;
  const text = lines.join("\n");
  return text.length > parseLimit ? undefined : parseBlocks(text);
}

/** The beginning of a definition of a link or footnote, to which other messages must not link. */
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

function confine(
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

/** Escape an underline and the ones directly below it: the next would make a heading of this one, which is text now. */
function escapeUnderlines(lines: string[], from: number): void {
  for (let index = from; index === from || isUnderline(lines[index]); index++)
    lines[index] = lines[index]!.replace(/[=-]/, "\\$&");
}

function isUnderline(line: string | undefined): boolean {
  return line !== undefined && /^[\s>]*(?:=+|-+)\s*$/.test(line);
}

/** The marks of a heading, moved below a level. */
function lower(marks: string, depth: number): string {
  return "#".repeat(Math.min(6, marks.length + depth));
}

function asCode(text: string): string {
  const fence = fenceFor(text);
  return `${fence}text\n${text}\n${fence}`;
}
