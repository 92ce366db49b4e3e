import { isPlaceholder, isRandom } from "./random.ts";
import type { Range } from "./table.ts";

/** Names of objects whose members are secrets. */
const plural = /(?:tokens|secrets|passwords|credentials|(?:api|access|private|secret)_?keys)$/i;
/** Names of objects in which only a member that is called key is one: `"Jwt": { "Key": "…" }`. */
const single = /(?:jwt|auth|signing|encryption)$/i;
const object = /["']?\s{0,4}(?:[:=]|=>)?\s{0,4}\{([^{}]{0,4000})\}/y;
/** The lines of YAML below a name that are farther right. */
const block = /["']?:[ \t]{0,4}\r?\n((?:[ \t]{1,24}[\w.-]{1,64}:[ \t]{1,4}[^\n]{1,400}(?:\n|$)){1,40})/y;
const member = /["']?([\w.-]{1,64})["']?\s{0,4}(?::|=>)\s{0,4}["']?([\w+/=.~-]{16,400})(?=["'\s,}]|$)/g;

/** The random members of an object that a name makes secrets: `"tokens": { "ada": "…" }`, also in YAML. */
export function membersOf(text: string, from: number, to: number): Range[] {
  const name = text.slice(from, to);
  const isSingle = single.test(name);
  if (!isSingle && !plural.test(name)) return [];
  object.lastIndex = block.lastIndex = to;
  const found = object.exec(text) ?? block.exec(text);
  if (found === null) return [];
  const start = found.index + found[0].lastIndexOf(found[1]!);
  return [...found[1]!.matchAll(member)].flatMap((match) => {
    const [whole, key = "", secret = ""] = match;
    if (isSingle && !/^(?:key|secret)$/i.test(key)) return [];
    const end = start + match.index + whole.length;
    return isRandom(secret) && !isPlaceholder(secret) ? [{ from: end - secret.length, to: end }] : [];
  });
}
