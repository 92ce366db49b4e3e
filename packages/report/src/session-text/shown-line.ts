import { visibleLine } from "@ccdag/pipeline/tables";
import { wrap } from "../cells.ts";

/** How a piece of a line looks. */
export type Look = keyof typeof codes;

/** What begins and what ends a look on a terminal (ECMA-48, select graphic rendition). */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

/** A piece of a line. Its text is safe for a terminal. */
export interface ShownSpan {
  readonly text: string;
  readonly looks: readonly Look[];
}

/** A line of a text, with the names of the places that begin with it. */
export interface ShownLine {
  readonly spans: readonly ShownSpan[];
  readonly names?: readonly string[] | undefined;
}

/** A piece of a line. Control characters in untrusted text are replaced. */
export function span(text: string, ...looks: readonly Look[]): ShownSpan {
  return { text: visibleLine(text.replaceAll("\t", "  ")), looks };
}

/** A line of one piece. */
export function textLine(text: string, ...looks: readonly Look[]): ShownLine {
  return { spans: [span(text, ...looks)] };
}

/** A line without anything. */
export const emptyLine: ShownLine = { spans: [] };

/**
 * Divide a line into lines that fit.
 *
 * @param line any line; its names stay with the first one.
 * @param width in cells; infinite for no terminal.
 */
export function wrapLine({ spans, names }: ShownLine, width: number): ShownLine[] {
  if (width === Number.POSITIVE_INFINITY) return [{ spans, names }];
  const text = spans.map((one) => one.text).join("");
  const lines: ShownLine[] = [];
  let from = 0;
  for (const piece of wrap(text, Math.max(8, width))) {
    lines.push({ spans: cut(spans, from, from + piece.length), names: from === 0 ? names : undefined });
    from += piece.length;
    // The blank between two lines stands at the end of none.
    if (text[from] === " ") from++;
  }
  return lines;
}

/** The pieces between two places of a line. */
function cut(spans: readonly ShownSpan[], from: number, to: number): ShownSpan[] {
  let at = 0;
  return spans.flatMap(({ text, looks }) => {
    const begin = at;
    at += text.length;
    const part = text.slice(Math.max(0, from - begin), Math.max(0, to - begin));
    return part === "" ? [] : [{ text: part, looks }];
  });
}

/** Put something before each line: a sign before the first one, and before the others as much. */
export function prefixed(lines: readonly ShownLine[], first: ShownSpan, others: ShownSpan = first): ShownLine[] {
  return lines.map(({ spans, names }, at) => ({ spans: [at === 0 ? first : others, ...spans], names }));
}

/**
 * The text of lines.
 *
 * @param lines in their order.
 * @param isColored whether looks are written as escape codes.
 * @returns lines, each with a line ending.
 */
export function paintLines(lines: readonly ShownLine[], isColored: boolean): string {
  return lines.map((line) => `${paintLine(line, isColored)}\n`).join("");
}

function paintLine({ spans }: ShownLine, isColored: boolean): string {
  const painted = spans.map(({ text, looks }) => {
    if (!isColored || looks.length === 0 || text.trim() === "") return text;
    return looks.reduceRight((inner, look) => `${sequence(codes[look][0])}${inner}${sequence(codes[look][1])}`, text);
  });
  return painted.join("").trimEnd();
}

function sequence(code: number): string {
  return `\u001B[${code}m`;
}
