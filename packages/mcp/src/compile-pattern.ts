import type { SearchPattern } from "@ccdag/library";
import { RE2JS } from "re2js";

/**
 * Make a pattern that takes time in proportion to the text, whatever it is: a model or a transcript may suggest one that a regular
 * expression of JavaScript would never end with. It has no look-around and no references back.
 *
 * @param source the pattern, in the syntax of RE2.
 * @throws Error if it is invalid, or has what such a pattern cannot have.
 */
export function compilePattern(source: string): SearchPattern {
  const pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  return {
    exec(text) {
      const matcher = pattern.matcher(text);
      return matcher.find() ? { index: matcher.start(), 0: matcher.group() ?? "" } : null;
    },
  };
}
