import { pattern, type PatternDetector } from "./pattern.ts";
import type { Detector } from "./types.ts";

/**
 * A detector of one's own words: each line of a list is a word that is looked for as it stands, in any case, or a
 * regular expression between slashes. Blank lines and lines that begin with `#` say nothing.
 *
 * @param list the text of the list.
 * @throws SyntaxError for an expression that is none, or one that matches nothing at all.
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
    throw new SyntaxError(`Unexpected pattern \`${line}\`, which matches nothing at all`);
  return pattern("extra", expression);
}

/** As it stands, whatever white space is between its parts. */
function escaped(words: string): string {
  return words.replace(/[^\w\s]/g, "\\$&").replace(/\s+/g, "\\s+");
}
