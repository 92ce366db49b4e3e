import type { PageMessage, SearchMessage } from "@ccdag/render-html/search";

/** How much text a file holds, in characters: a search loads one for each result. */
const partChars = 40_000;

/**
 * Divide what a page says into parts, each for a file of its own. A long message is continued in the next part.
 *
 * @param messages the messages of a page.
 * @returns one part at least.
 */
export function divideText(messages: readonly PageMessage[]): SearchMessage[][] {
  let part: SearchMessage[] = [];
  const parts = [part];
  let left = partChars;
  for (const { id, time, text } of messages)
    for (let at = 0; at < text.length;) {
      if (left <= 0) {
        parts.push((part = []));
        left = partChars;
      }
      const end = endOf(text, at, left);
      part.push([id, time, text.slice(at, end)]);
      left -= end - at;
      at = end;
    }
  return parts;
}

/** How far white space is looked for, in characters: a longer word is cut. */
const maxWordChars = 1000;

/** Where a piece of a text ends: behind white space, so that no word is cut. */
function endOf(text: string, from: number, length: number): number {
  const limit = from + length;
  if (limit >= text.length) return text.length;
  const rest = text.slice(limit, limit + maxWordChars);
  const space = rest.search(/\s/);
  return limit + (space === -1 ? rest.length : space + 1);
}
