import { kahn } from "@ccdag/order";
import type { Entry } from "../../entry/entry.ts";

/**
 * Put several laid-out sequences of one file together: each keeps its own order, and stands at its own position in
 * the file – after everything that stands before it there, before what stands after it.
 *
 * @param pieces the sequences; none is empty.
 * @param positionOf the position of an entry in its file.
 * @returns one sequence.
 */
export function splice(pieces: readonly (readonly Entry[])[], positionOf: (entry: Entry) => number): Entry[] {
  if (pieces.length === 1) return [...pieces[0]!];
  const priority = new Map<Entry, number>();
  const before = new Map<string, string>();
  for (const piece of pieces) {
    // An entry must not hold back what was written before it, so it counts as the least of what follows it.
    let least = Infinity;
    for (let index = piece.length - 1; index >= 0; index--) {
      const entry = piece[index]!;
      least = Math.min(least, positionOf(entry));
      priority.set(entry, least);
      if (index > 0) before.set(entry.id, piece[index - 1]!.id);
    }
  }
  return [
    ...kahn(pieces.flat(), {
      ids: ({ id }) => id,
      parent: ({ id }) => before.get(id),
      priority: (entry) => priority.get(entry)!,
    }).order,
  ];
}
