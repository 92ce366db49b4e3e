import { firstPrompt, type Session } from "@ccdag/ccast";
import { headline } from "@ccdag/mdast";

/** What begins a line of Markdown: a heading, a quote, an item of a list. */
const signs = /^(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+)+/;

/** The sign of a heading in a text that was one line already when it was recorded, as titles are. */
const inside = /(?<=\s)#{1,6}\s+/g;

/** A line without words: a fence, a rule, the line below the head of a table. */
const isWordless = /^(?:```|~~~)|^[-=*_|: ]{3,}$/;

/** Words between single signs of emphasis. */
const emphasis = /(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])|(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])/g;

/**
 * The beginning of a text on one line, without signs of Markdown (R022).
 *
 * @param text any text, untrusted.
 * @param limit the greatest length, in characters.
 */
export function plainLine(text: string, limit: number): string {
  const lines = text.slice(0, 8 * limit + 400).split("\n");
  return headline(lines.map((line) => withoutSigns(line)).join("\n"), limit);
}

function withoutSigns(line: string): string {
  const words = line.trim().startsWith("|") ? line.replaceAll("|", " ").trim() : line.trim();
  if (isWordless.test(words)) return "";
  return words.replace(signs, "").replace(inside, "").replace(emphasis, "$1$2");
}

const titleChars = 80;

/** The title of a session in an index, else the beginning of its first prompt; empty if it has neither. */
export function indexTitle(session: Session): string {
  return plainLine(session.title ?? "", titleChars) || plainLine(firstPrompt(session), titleChars);
}
