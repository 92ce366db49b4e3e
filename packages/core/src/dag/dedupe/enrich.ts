import type { Entry, JsonObject } from "../../entry/entry.ts";
import { isWithin } from "./same-words.ts";

/**
 * Fill in what an entry lacks from its copies: fields, and the message if a copy has more content, with the kind that
 * this message has. Fields that it has win, and it keeps its parent and location.
 *
 * @param owner the entry that stays.
 * @param copies its copies, best first.
 * @returns the owner itself if nothing was lacking, else a new entry.
 */
export function enrich(owner: Entry, copies: Iterable<Entry>): Entry {
  const lent = new Map<string, unknown>();
  let fullest = owner;
  for (const copy of copies) {
    for (const key of Object.keys(copy.raw))
      if (key !== "forkedFrom" && owner.raw[key] === undefined && lent.get(key) === undefined)
        lent.set(key, copy.raw[key]);
    if (copy.message && !isWithin(copy, fullest)) fullest = copy;
  }
  const raw: JsonObject = lent.size === 0 ? owner.raw : { ...owner.raw, ...Object.fromEntries(lent) };
  const { message, userKind, location: lentFrom } = fullest;
  if (fullest !== owner) return { ...owner, raw, message, userKind, lentFrom };
  return raw === owner.raw ? owner : { ...owner, raw };
}
