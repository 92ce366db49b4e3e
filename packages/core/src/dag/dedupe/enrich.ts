import type { Entry, JsonObject } from "../../entry/entry.ts";
import { isWithin } from "./same-words.ts";

/**
 * Fill what an entry lacks from its copies: fields, and the message where a copy says more. What it has wins, and its
 * parent and place stay its own.
 *
 * @param owner the entry that is told.
 * @param copies its copies, best first.
 * @returns the owner itself where nothing was lacking, else a new entry.
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
