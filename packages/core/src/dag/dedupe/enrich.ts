import type { Entry, JsonObject } from "../../entry/entry.ts";

/**
 * Fill the fields that an entry lacks from its copies; what it has wins, and its parent and place stay its own.
 *
 * @param owner the entry that is told.
 * @param copies its copies, best first.
 * @returns the owner itself where nothing was lacking, else a new entry.
 */
export function enrich(owner: Entry, copies: readonly Entry[]): Entry {
  let raw: JsonObject = owner.raw;
  for (const copy of copies) {
    const lacking = Object.keys(copy.raw).filter((key) => raw[key] === undefined && key !== "forkedFrom");
    if (lacking.length > 0) raw = { ...raw, ...Object.fromEntries(lacking.map((key) => [key, copy.raw[key]])) };
  }
  if (raw === owner.raw) return owner;
  const message = owner.message ?? copies.find((copy) => copy.message)?.message;
  return { ...owner, raw, message };
}
