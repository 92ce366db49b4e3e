import type { Blocks } from "@ccdag/mdast";

/** Lines whose meaning depends on the lines around them, so that they need a parser. */
const unclear = [
  /^[ \t]+(?:`{3,}|~{3,})/, // a fence that may belong to a list item, and is not closed as one
  /^[ \t]*(?:[-*+>]|\d+[.)])[ \t>*+\-\d.)]*(?:`{3,}|~{3,}|#{1,6}(?:[ \t]|$))/, // a fence or a heading in a list or a quote
  /^(?: {4}|\t).*<[A-Za-z/!?]/, // a tag in what may be code
  /^(?: {4,}|\t[ \t]*)#{1,6}(?:[ \t]|$)/, // a heading in a list item, or code
];
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/;

/**
 * Find the blocks of a text by a scan of its lines, where that is exact: every fence and heading is at the margin, so none
 * can belong to a list item or a quote.
 *
 * @returns the blocks; `undefined` where a parser is needed.
 */
export function scanBlocks(lines: readonly string[]): Blocks | undefined {
  const code = new Set<number>();
  const starts = new Set<number>();
  const headings: Array<{ line: number; isUnderline: boolean }> = [];
  let open: string | undefined;
  let skipTo = 0;
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    if (index < skipTo) continue;
    // In an open fence an indented one may close it.
    skipTo = open === undefined ? indentedCode(lines, index) : 0;
    if (skipTo > index) starts.add(number);
    for (let inside = index; inside < skipTo; inside++) code.add(inside + 1);
    if (skipTo > index) continue;
    if (open !== undefined) {
      code.add(number);
      const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (close?.startsWith(open)) open = undefined;
      continue;
    }
    open = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0];
    if (open !== undefined) {
      code.add(number);
      starts.add(number);
    } else if (unclear.some((pattern) => pattern.test(line))) return undefined;
    else if (underline.test(line) && index > 0 && lines[index - 1]!.trim() !== "") return undefined;
    else if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)) headings.push({ line: number, isUnderline: false });
  }
  return { code, starts, headings, open };
}

/** How many lines above a fence are searched for its list item. */
const maxLinesAbove = 1000;

/**
 * Whether a line is in a list item whose content has the same indent, up to the three spaces that a fence may have more. A
 * bullet at the margin always begins an item, which contains every line below with the indent of its content.
 */
function isInItem(lines: readonly string[], at: number, indent: number): boolean {
  let minIndent = indent;
  for (let index = at - 1; index >= Math.max(0, at - maxLinesAbove); index--) {
    const line = lines[index]!;
    if (line.trim() === "") continue;
    const content = /^ {0,3}[-*+] {1,4}(?=\S)/.exec(line)?.[0].length;
    if (content !== undefined) return content <= minIndent && indent <= content + 3;
    minIndent = Math.min(minIndent, line.search(/[^ ]/));
    if (minIndent < 2) return false;
  }
  return false;
}

/**
 * The end of an indented fence whose lines all have its indent. It is then code in any case, at the margin or in a list
 * item. With four spaces or more it must follow a blank line or a bullet; else it may be the rest of a paragraph.
 *
 * @returns the index after the closing fence; 0 where there is no such code.
 */
function indentedCode(lines: readonly string[], from: number): number {
  const [, indent, fence] = /^( +)(`{3,}(?=[^`]*$)|~{3,})/.exec(lines[from]!) ?? [];
  if (indent === undefined || fence === undefined) return 0;
  if (indent.length > 3 && lines[from - 1]?.trim() !== "" && !isInItem(lines, from, indent.length)) return 0;
  for (let index = from + 1; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.trim() === "") continue;
    if (!line.startsWith(indent)) return 0;
    const rest = line.slice(indent.length).trimEnd();
    if (rest.startsWith(fence) && rest === fence[0]!.repeat(rest.length)) return index + 1;
  }
  return 0;
}
