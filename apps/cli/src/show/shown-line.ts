import { styleText } from "node:util";
import { visibleLine } from "@ccdag/pipeline/tables";
import { wrap } from "@ccdag/report";

/** How a piece of a line looks: names of `styleText` of Node. */
export type Look = "bold" | "dim" | "italic" | "underline" | "cyan" | "green" | "red" | "magenta" | "yellow";

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
    // Whether there is a terminal that shows colours is decided by whoever asks.
    return styleText([...looks], text, { validateStream: false });
  });
  return painted.join("").trimEnd();
}
