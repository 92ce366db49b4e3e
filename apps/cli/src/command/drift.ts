import type { Transcript } from "@ccdag/processor";
import { unknownParts } from "@ccdag/core";

/** What this version does not know: types, subtypes, blocks and fields, with counts and the first place of each. */
export function findDrift({ dag }: Transcript): string {
  const found = new Map<string, { count: number; place: string }>();
  const copies = dag.copies.flatMap(({ entry, isShared }) => (isShared ? [] : entry));
  for (const record of [...dag.entries.values(), ...copies, ...dag.bookkeeping])
    for (const part of unknownParts(record)) {
      const known = found.get(part);
      const place = `${record.location.path}:${record.location.line}`;
      if (known === undefined) found.set(part, { count: 1, place });
      else known.count++;
    }
  if (found.size === 0) return "No drift: every type, block and field is known\n";
  const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return rows.map(([part, { count, place }]) => `${part}  ${count}×  first ${place}\n`).join("");
}
