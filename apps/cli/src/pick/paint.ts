import { styleText } from "node:util";
import { printable } from "../printable.ts";
import type { Span } from "./layout.ts";

/** Lines for a terminal. No color is used, so that they can be read on every background. */
export function paint(lines: readonly (readonly Span[])[]): string {
  return lines.map((line) => line.map(paintSpan).join("")).join("\n");
}

function paintSpan({ text, look, at }: Span): string {
  const safe = printable(text);
  return (at === undefined ? "" : `\u001B[${at}G`) + (look === undefined ? safe : styleText(look, safe));
}
