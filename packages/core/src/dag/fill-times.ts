import type { Entry } from "../entry/entry.ts";

/**
 * Give every entry a time: its own, else its parent's, else that of the record before it in its file, else 0. In a
 * chain of entries without a time all share the time that the first of them finds.
 *
 * @param entries in the order of (path, line).
 * @param parentOf the recorded parent.
 * @returns a function that gives the time of an entry, in milliseconds since 1970.
 */
export function fillTimes(
  entries: readonly Entry[],
  parentOf: (entry: Entry) => Entry | undefined,
): (entry: Entry) => number {
  const filled = new Map<Entry, number>();
  let previous: Entry | undefined;
  const time = (entry: Entry) => (Number.isNaN(entry.timestamp) ? filled.get(entry) : entry.timestamp);
  for (const entry of entries) {
    const before = previous?.location.path === entry.location.path ? previous : undefined;
    previous = entry;
    if (time(entry) !== undefined) continue;
    const open = new Set<Entry>([entry]);
    let above = parentOf(entry);
    while (above && time(above) === undefined && !open.has(above)) {
      open.add(above);
      above = parentOf(above);
    }
    const found = (above && time(above)) ?? (before && time(before)) ?? 0;
    for (const one of open) filled.set(one, found);
  }
  return (entry) => time(entry) ?? 0;
}
