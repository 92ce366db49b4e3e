import { locationId } from "@ccdag/ccast";
import type { Transcript } from "@ccdag/processor";
import { unknownParts } from "@ccdag/core";

/**
 * List the types, subtypes, blocks and fields that this version does not know, each with its count and the location of
 * its first occurrence.
 *
 * @param transcript a parsed transcript.
 * @returns one line for each, sorted by name; or one line that says that everything is known.
 */
export function findDrift({ dag }: Transcript): string {
  const found = new Map<string, { count: number; location: string }>();
  const copies = dag.copies.flatMap(({ entry, isShared }) => (isShared ? [] : entry));
  for (const record of [...dag.entries.values(), ...copies, ...dag.bookkeeping])
    for (const part of unknownParts(record)) {
      const known = found.get(part);
      const location = locationId(record.location);
      if (known === undefined) found.set(part, { count: 1, location });
      else known.count++;
    }
  if (found.size === 0) return "No drift: every type, block and field is known\n";
  const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return rows.map(([part, { count, location }]) => `${part}  ${count}×  first ${location}\n`).join("");
}
