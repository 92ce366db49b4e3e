import { besideTags, origins, type OriginTag } from "@ccdag/ccast";
import { oneLine, plain, straight } from "./one-line.ts";

const repeated: OriginTag = "command-message";
const names = [...new Set([...Object.values(origins).flatMap((facts) => facts.tags), ...besideTags])].join("|");
/** Tags of the client, not those that a person typed; of a command also what the client says while it runs: it repeats its name. */
const tags = new RegExp(`<${repeated}>[^<]*</${repeated}>|</?(?:${names})(?:\\s[^<>]*)?>`, "g");

/** What begins a line of Markdown: a heading, a quote, an item of a list. */
const signs = /^(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+)+/;

/** The sign of a heading in a text that was one line already when it was recorded, as titles are. */
const inside = /(?<=\s)#{1,6}\s+/g;

/** A line without words: a fence, a rule, the line below the head of a table. */
const isWordless = /^(?:`{3,}|~{3,})[^\s`~]*$|^[-=*_|: ]{3,}$/;

/** Words between single signs of emphasis. */
const emphasis = /(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])|(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])/g;

/**
 * The beginning of a text as a title: on one line, without the tags of the client, control characters and signs of Markdown.
 *
 * @param text any text, untrusted.
 * @param limit the greatest length, in characters.
 * @returns the title; of a text that is nothing but signs, these.
 */
export function headline(text: string, limit: number): string {
  const start = straight(plain(text.slice(0, 8 * limit + 400))).replace(tags, " ");
  const words = start
    .split("\n")
    .map((line) => withoutSigns(line))
    .join("\n")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/`+|\*\*|~~/g, "");
  return oneLine(withoutControls(words), limit) || oneLine(withoutControls(start), limit);
}

function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is removed
  return text.replace(/[\u0000-\u001F\u007F-\u009F]/g, " ");
}

function withoutSigns(line: string): string {
  const words = line.trim().startsWith("|") ? line.replaceAll("|", " ").trim() : line.trim();
  if (isWordless.test(words)) return "";
  return words.replace(signs, "").replace(inside, "").replace(emphasis, "$1$2");
}
