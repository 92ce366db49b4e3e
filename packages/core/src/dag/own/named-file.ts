import type { Entry } from "../../entry/entry.ts";
import type { OwnerRule, OwnerView } from "./own-rule.ts";

/** The files of which every entry is in another file, too, by the entries of the project. */
const copiedFiles = new WeakMap<OwnerView["entries"], ReadonlySet<string>>();

function copiedIn(entries: readonly Entry[]): ReadonlySet<string> {
  const known = copiedFiles.get(entries);
  if (known) return known;
  const pathsOf = new Map<string, string | undefined>();
  // One path stands for itself, `undefined` for several.
  for (const { id, location } of entries)
    pathsOf.set(id, !pathsOf.has(id) || pathsOf.get(id) === location.path ? location.path : undefined);
  const found = new Set(entries.map(({ location }) => location.path));
  for (const path of pathsOf.values()) if (path !== undefined) found.delete(path);
  copiedFiles.set(entries, found);
  return found;
}

/**
 * The file that the user named owns every entry that it holds. A copy in another file is a reference.
 *
 * ```shape
 * U1 ─ A1 ─ U2 ─ A2
 * --- copy
 * U1 ─ A1
 * ```
 *
 * ```threads named=copy
 * U1 A1
 * A1 → U2 A2
 * ```
 *
 * A transcript outside a projects folder is shown whole. A session of a project begins with a reference to the session
 * that it continues, unless all of its entries are copies: nothing would be left to show.
 *
 * Without this rule, an entry that an older file holds, too, is shown only there.
 */
export const namedFile: OwnerRule = {
  name: "named-file",
  choose(candidates, { named, entries }) {
    if (named === undefined || !(named.isWhole || copiedIn(entries).has(named.path))) return undefined;
    const owner = candidates.find(({ location }) => location.path === named.path);
    return owner && { owner, because: "the file was named" };
  },
};
