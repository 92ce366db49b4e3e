import type { Dag, Entry } from "@ccdag/core";

/** How many steps from the entry an excerpt reaches. */
const maxSteps = 8;
/** Number of entries at which an excerpt stops growing. */
const maxEntries = 60;

/**
 * Find the entries near an entry: those that can be reached in a few steps to parents, children and copies.
 *
 * @param dag the graph.
 * @param entries the entries to choose from, in the order of (path, line).
 * @param uuid the uuid of the entry, or a prefix of it.
 * @returns the excerpt in the same order; empty if no entry matches.
 */
export function around(dag: Dag, entries: readonly Entry[], uuid: string): Entry[] {
  const entriesOf = new Map<string, Entry[]>();
  const childrenOf = new Map<string, string[]>();
  for (const entry of entries) {
    push(entriesOf, entry.uuid ?? entry.id, entry);
    for (const parent of [entry.parentUuid, entry.logicalParentUuid])
      if (parent) push(childrenOf, parent, entry.uuid ?? entry.id);
  }
  const copiesOf = new Map<string, string[]>();
  for (const { entry, of } of dag.copies) {
    push(copiesOf, of.uuid ?? of.id, entry.uuid ?? entry.id);
    push(copiesOf, entry.uuid ?? entry.id, of.uuid ?? of.id);
  }
  const start =
    [...entriesOf.keys()].find((id) => id === uuid) ??
    [...entriesOf.keys()].find((id) => uuid.length >= 8 && id.startsWith(uuid));
  const found = new Set<string>(start === undefined ? [] : [start]);
  let frontier = [...found];
  for (let step = 0; step < maxSteps && found.size < maxEntries; step++) {
    const next: string[] = [];
    for (const id of frontier) {
      const above = (entriesOf.get(id) ?? []).flatMap((entry) =>
        [entry.parentUuid ?? [], entry.logicalParentUuid ?? []].flat(),
      );
      for (const other of [...above, ...(childrenOf.get(id) ?? []), ...(copiesOf.get(id) ?? [])])
        if (!found.has(other) && entriesOf.has(other)) {
          found.add(other);
          next.push(other);
        }
    }
    frontier = next;
  }
  return entries.filter((entry) => found.has(entry.uuid ?? entry.id));
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
