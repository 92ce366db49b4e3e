import type { Entry } from "../entry/entry.ts";

/**
 * Give every entry a time: its own, else its parent's, else that of the line before it in its file, else 0. Entries
 * without a time that hang on one another share what the first of them finds.
 *
 * @param entries in the order of (path, line).
 * @param parentOf the recorded parent.
 * @returns how to ask for the time of an entry.
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
