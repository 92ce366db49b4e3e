import type { Entry } from "../../entry/entry.ts";

/**
 * Put several laid-out sequences of one file together: each keeps its own order, and stands at its own position in
 * the file – after everything that stands before it there, before what stands after it.
 *
 * @param pieces the sequences.
 * @param positionOf the position of an entry in its file.
 * @returns one sequence.
 */
export function splice(pieces: readonly (readonly Entry[])[], positionOf: (entry: Entry) => number): Entry[] {
  const priority = new Map<Entry, number>();
  for (const piece of pieces) {
    // An entry must not hold back what was written before it, so it counts as the least of what follows it.
    let least = Infinity;
    for (let index = piece.length - 1; index >= 0; index--) {
      const entry = piece[index]!;
      least = Math.min(least, positionOf(entry));
      priority.set(entry, least);
    }
  }
  // Along a piece the least never falls, so a stable sort keeps its order.
  return pieces.flat().sort((a, b) => priority.get(a)! - priority.get(b)!);
}
