import { type Blocks, parseBlocks } from "@ccdag/mdast";
import type { Dialect } from "./dialect.ts";
import { escapeDefinitions } from "./escape-definitions.ts";
import { escapeImages } from "./escape-images.ts";
import { escapeLinks } from "./escape-links.ts";
import { escapeTags } from "./escape-tags.ts";
import { confineLanguages, fenceFor } from "./fence.ts";
import { scanBlocks } from "./scan-blocks.ts";

/**
 * Confine untrusted text, and otherwise keep it as it is: close an open fence, move headings below the heading above, and
 * turn tags, definitions and links that run code into text, and images into links.
 *
 * @param value the text.
 * @param depth the level of the heading above.
 * @param dialect syntax beyond GFM that the text must not use.
 * @param keepsImages whether images from the web stay images (default: `false`).
 * @returns Markdown that, parsed with HTML on, has no HTML, no heading of this level or above, no open block and no image.
 */
export function guard(value: string, depth: number, dialect?: Dialect, keepsImages = false): string {
  const text = value
    .replace(/\r\n?/g, "\n")
    .replace(/^[\n\uFEFF]+/, "")
    .trimEnd();
  if (!/[<#`~[=-]/.test(text) && !dialect?.needs.test(text)) return text;
  const lines = text.split("\n");
  const blocks = findBlocks(lines);
  if (blocks === undefined) return asCode(text, dialect);
  // A definition that became text may form a heading with an underline below it, so the blocks are found again.
  const found = escapeDefinitions(lines, blocks.code) ? findBlocks(lines) : blocks;
  return found === undefined ? asCode(text, dialect) : confine(lines, found, { depth, dialect, keepsImages });
}

/** The blocks of a text; `undefined` where they need a parser, and parsing would take too long: the text becomes code. */
export function findBlocks(lines: readonly string[]): Blocks | undefined {
  return scanBlocks(lines) ?? parseBlocks(lines.join("\n"));
}

/** What a text is confined to. */
interface Confinement {
  readonly depth: number;
  readonly dialect: Dialect | undefined;
  readonly keepsImages: boolean;
}

function confine(lines: string[], blocks: Blocks, { depth, dialect, keepsImages }: Confinement): string {
  const { code, starts, headings, open } = blocks;
  escapeTags(lines, code);
  escapeLinks(lines, code, dialect?.schemes);
  for (const heading of headings) {
    const { line } = heading;
    if (heading.isUnderline) escapeUnderlines(lines, line - 1);
    else lines[line - 1] = lines[line - 1]!.replace(/#{1,6}/, (marks) => lower(marks, depth));
  }
  if (dialect !== undefined) {
    confineLanguages(lines, starts);
    dialect.lines(lines, blocks);
  }
  escapeImages(lines, code, keepsImages);
  // Brackets that were escaped may have become part of a label.
  escapeDefinitions(lines, code);
  if (open !== undefined) lines.push(open);
  return lines.join("\n");
}

/**
 * Escape an underline and the ones directly below it: the next would make a heading of this one, which is text now. One that
 * is escaped already, because it stands below another, stays.
 */
function escapeUnderlines(lines: string[], from: number): void {
  if (/^[\s>]*\\/.test(lines[from]!)) return;
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

/** Text as a block of code. */
export function asCode(text: string, dialect?: Dialect): string {
  const fence = fenceFor(text);
  return `${fence}text\n${dialect?.code?.(text) ?? text}\n${fence}`;
}
