import { headline } from "@ccdag/mdast";

/** What begins a line of Markdown: a heading, a quote, an item of a list. A line of hyphens, fences or cells is all sign. */
const signs = /^\s*(?:(?:#{1,6}|>|[-*+]|\d+[.)])\s+)+|^\s*(?:```.*|~~~.*|[-=*_|:\s]{3,})$/;

/**
 * The beginning of a text on one line, without signs of Markdown (R022).
 *
 * @param text any text, untrusted.
 * @param limit the greatest length, in characters.
 */
export function plainLine(text: string, limit: number): string {
  const lines = text.slice(0, 8 * limit + 400).split("\n");
  return headline(lines.map((line) => line.replace(signs, "").replace(/^\s*\||\|\s*$/g, "")).join("\n"), limit);
}
