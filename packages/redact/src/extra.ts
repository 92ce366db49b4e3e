import { pattern, type PatternDetector } from "./pattern.ts";
import type { Detector } from "./types.ts";

/**
 * Create a detector of custom words. Each line of the list is a word or phrase, matched in any case, or a regular expression
 * between slashes. Blank lines and lines that begin with `#` are ignored.
 *
 * @param list the text of the list.
 * @throws SyntaxError for an invalid expression, or one that matches an empty text.
 */
export function extra(list: string): Detector {
  const lines = list.split(/\r?\n/).map((line) => line.trim());
  const all = lines.filter((line) => line !== "" && !line.startsWith("#")).map(toPattern);
  return {
    name: "extra",
    find: (texts) => all.flatMap((each) => each.find(texts)),
  };
}

function toPattern(line: string): PatternDetector {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/.exec(line) ?? [];
  if (source === undefined)
    return pattern("extra", new RegExp(["NFC", "NFD"].map((form) => escaped(line.normalize(form))).join("|"), "gi"));
  const expression = new RegExp(source, [...new Set(`${flags}g`)].join(""));
  if ([..."a b".matchAll(expression), ..."".matchAll(expression)].some(([found]) => found === ""))
    throw new SyntaxError(`Unexpected pattern \`${line}\`, which matches an empty text`);
  return pattern("extra", expression);
}

/** A phrase as a regular expression, with any white space between its words. */
function escaped(words: string): string {
  return words.replace(/[^\w\s]/g, "\\$&").replace(/\s+/g, "\\s+");
}
