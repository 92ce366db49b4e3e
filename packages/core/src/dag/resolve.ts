import type { Entry } from "../entry/entry.ts";
import type { Identified } from "./dedupe/same-uuid.ts";

/** Finds the entry that a recorded uuid means. */
export interface Resolver {
  /** The entry with this uuid. If several files hold different ones, that of the given file. */
  resolve: (uuid: string, path?: string) => Entry | undefined;
  /** Parents recorded for an entry, its own first, then those of its copies. */
  candidates: (entry: Entry) => readonly string[];
  /** The first recorded parent that resolves. */
  parentOf: (entry: Entry) => Entry | undefined;
}

/** Index the entries that are left after copies by uuid are folded. */
export function createResolver({ entries, otherParents }: Identified): Resolver {
  const byUuid = new Map<string, Entry | Entry[]>();
  for (const entry of entries) {
    if (entry.uuid === undefined) continue;
    const found = byUuid.get(entry.uuid);
    if (found === undefined) byUuid.set(entry.uuid, entry);
    else if (Array.isArray(found)) found.push(entry);
    else byUuid.set(entry.uuid, [found, entry]);
  }
  const resolve = (uuid: string, path?: string) => {
    const found = byUuid.get(uuid);
    if (!Array.isArray(found)) return found;
    return found.find(({ location }) => location.path === path) ?? found[0];
  };
  const candidates = (entry: Entry) => {
    const own = entry.parentUuid === null ? [] : [entry.parentUuid];
    const others = otherParents.get(entry.id);
    return others ? [...own, ...others] : own;
  };
  return {
    resolve,
    candidates,
    parentOf(entry) {
      for (const uuid of candidates(entry)) {
        const parent = resolve(uuid, entry.location.path);
        if (parent) return parent;
      }
      return undefined;
    },
  };
}
