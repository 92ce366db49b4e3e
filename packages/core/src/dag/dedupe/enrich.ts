import type { Entry, JsonObject } from "../../entry/entry.ts";
import { isWithin } from "./same-words.ts";

/**
 * Fill in what an entry lacks from its copies: fields, and the message if a copy has more content. Fields that it has
 * win, and it keeps its parent and location.
 *
 * @param owner the entry that stays.
 * @param copies its copies, best first.
 * @returns the owner itself if nothing was lacking, else a new entry.
 */
export function enrich(owner: Entry, copies: readonly Entry[]): Entry {
  let raw: JsonObject = owner.raw;
  let fullest = owner;
  for (const copy of copies) {
    const lacking = Object.keys(copy.raw).filter((key) => raw[key] === undefined && key !== "forkedFrom");
    if (lacking.length > 0) raw = { ...raw, ...Object.fromEntries(lacking.map((key) => [key, copy.raw[key]])) };
    if (copy.message && !isWithin(copy, fullest)) fullest = copy;
  }
  if (fullest !== owner) return { ...owner, raw, message: fullest.message, lentFrom: fullest.location };
  return raw === owner.raw ? owner : { ...owner, raw };
}
