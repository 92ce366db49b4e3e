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
  const byUuid = new Map<string, Entry>();
  /** For uuids that several files hold: the first entry of each further file, and of the first one. */
  const byFile = new Map<string, Map<string, Entry>>();
  for (const entry of entries) {
    if (entry.uuid === undefined) continue;
    const first = byUuid.get(entry.uuid);
    if (first === undefined) byUuid.set(entry.uuid, entry);
    else noteFile(entry.uuid, first, entry);
  }
  const resolve = (uuid: string, path?: string) =>
    (path === undefined ? undefined : byFile.get(uuid)?.get(path)) ?? byUuid.get(uuid);
  const candidates = (entry: Entry) => {
    const own = entry.parentUuid === null ? [] : [entry.parentUuid];
    const others = otherParents.get(entry.id);
    return others ? [...own, ...others] : own;
  };
  /** Rules climb over the same entries again and again, and copies may have been recorded with many parents. */
  const parents = new Map<Entry, Entry | undefined>();
  return {
    resolve,
    candidates,
    parentOf(entry) {
      if (!otherParents.has(entry.id)) return recordedParent(entry);
      if (parents.has(entry)) return parents.get(entry);
      const parent = findParent(entry);
      parents.set(entry, parent);
      return parent;
    },
  };

  function noteFile(uuid: string, first: Entry, entry: Entry): void {
    const files = byFile.get(uuid) ?? new Map<string, Entry>([[first.location.path, first]]);
    byFile.set(uuid, files);
    if (!files.has(entry.location.path)) files.set(entry.location.path, entry);
  }

  function recordedParent({ parentUuid, location }: Entry): Entry | undefined {
    return parentUuid === null ? undefined : resolve(parentUuid, location.path);
  }

  function findParent(entry: Entry): Entry | undefined {
    for (const uuid of candidates(entry)) {
      const parent = resolve(uuid, entry.location.path);
      if (parent) return parent;
    }
    return undefined;
  }
}
