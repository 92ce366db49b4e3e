import { type Color, parseAnsiSequences, type ParseToken } from "ansi-sequence-parser";
import { plain } from "@ccdag/mdast";
import type { ElementContent } from "hast";
import { nameOfColour } from "./ansi-names.ts";

// oxlint-disable-next-line no-control-regex -- the escape character begins a colour code
const colour = /(\u001B\[[\d;]*m)/;

/** Render terminal output with its colours. All other escape codes, such as cursor movement, are removed. */
export function toColours(text: string): ElementContent[] {
  const kept = text
    .split(colour)
    .map((piece) => (colour.test(piece) ? piece : plain(piece)))
    .join("");
  return parseAnsiSequences(kept).map(toSpan);
}

function toSpan({ value, foreground, background, decorations }: ParseToken): ElementContent {
  const classes = [
    ...classOf("ansi", foreground),
    ...classOf("ansi-on", background),
    ...[...decorations].map((name) => `ansi-${name}`),
  ].map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  const text = { type: "text", value } as const;
  if (classes.length === 0) return text;
  return { type: "element", tagName: "span", properties: { className: classes }, children: [text] };
}

function classOf(prefix: string, given: Color | null): string[] {
  const name = given && nameOfColour(given);
  return name ? [`${prefix}-${name}`] : [];
}
