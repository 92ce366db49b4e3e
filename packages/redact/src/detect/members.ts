import { isPlaceholder, isRandom } from "./random.ts";
import type { Range } from "./table.ts";

/** Names of objects whose members are secrets. */
const plural = /(?:tokens|secrets|passwords|credentials|(?:api|access|private|secret)_?keys)$/i;
const object = /["']?\s{0,4}(?:[:=]|=>)?\s{0,4}\{([^{}]{0,4000})\}/y;
const member = /["'][\w.-]{1,64}["']\s{0,4}(?::|=>)\s{0,4}["']([\w+/=.~-]{16,400})(?=["'])/g;

/** The random members of an object that a name makes secrets: `"tokens": { "ada": "…" }`. */
export function membersOf(text: string, from: number, to: number): Range[] {
  object.lastIndex = to;
  const found = plural.test(text.slice(from, to)) ? object.exec(text) : null;
  if (found === null) return [];
  const start = object.lastIndex - 1 - found[1]!.length;
  return [...found[1]!.matchAll(member)].flatMap((match) => {
    const secret = match[1]!;
    const end = start + match.index + match[0].length;
    return isRandom(secret) && !isPlaceholder(secret) ? [{ from: end - secret.length, to: end }] : [];
  });
}
