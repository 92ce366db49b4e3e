import type { Dag, Entry } from "@ccdag/core";

/** How many steps along parents an excerpt reaches, and how many entries it holds. */
const reach = 8;
const maxEntries = 60;

/**
 * The entries near one: what can be reached from it in a few steps, up and down, over copies too.
 *
 * @param dag the graph.
 * @param entries all that may be drawn, in the order of (path, line).
 * @param uuid the entry, or the beginning of its uuid.
 * @returns the excerpt in the same order; empty where nothing is meant.
 */
export function around(dag: Dag, entries: readonly Entry[], uuid: string): Entry[] {
  const lines = new Map<string, Entry[]>();
  const below = new Map<string, string[]>();
  for (const entry of entries) {
    push(lines, entry.uuid ?? entry.id, entry);
    for (const parent of [entry.parentUuid, entry.logicalParentUuid])
      if (parent) push(below, parent, entry.uuid ?? entry.id);
  }
  const twins = new Map<string, string[]>();
  for (const { entry, of } of dag.copies) {
    push(twins, of.uuid ?? of.id, entry.uuid ?? entry.id);
    push(twins, entry.uuid ?? entry.id, of.uuid ?? of.id);
  }
  const start =
    [...lines.keys()].find((id) => id === uuid) ??
    [...lines.keys()].find((id) => uuid.length >= 8 && id.startsWith(uuid));
  const found = new Set<string>(start === undefined ? [] : [start]);
  let edge = [...found];
  for (let step = 0; step < reach && found.size < maxEntries; step++) {
    const next: string[] = [];
    for (const id of edge) {
      const above = (lines.get(id) ?? []).flatMap((entry) =>
        [entry.parentUuid ?? [], entry.logicalParentUuid ?? []].flat(),
      );
      for (const other of [...above, ...(below.get(id) ?? []), ...(twins.get(id) ?? [])])
        if (!found.has(other) && lines.has(other)) {
          found.add(other);
          next.push(other);
        }
    }
    edge = next;
  }
  return entries.filter((entry) => found.has(entry.uuid ?? entry.id));
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
