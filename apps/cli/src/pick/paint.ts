import { styleText } from "node:util";
import { visibleLine } from "@ccdag/pipeline/tables";
import type { Span } from "./layout.ts";

/** Lines for a terminal. No color is used, so that they can be read on every background. */
export function paint(lines: readonly (readonly Span[])[]): string {
  return lines.map((line) => line.map(paintSpan).join("")).join("\n");
}

function paintSpan({ text, look, at }: Span): string {
  const safe = visibleLine(text);
  return (at === undefined ? "" : `\u001B[${at}G`) + (look === undefined ? safe : styleText(look, safe));
}
