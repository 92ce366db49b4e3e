import type { Entry } from "../../entry/entry.ts";

/**
 * Merge several laid-out sequences of one file. Each sequence keeps its own order and is inserted at its own position
 * in the file: after everything before it there, before everything after it.
 *
 * @param pieces the sequences.
 * @param positionOf the position of an entry in its file.
 * @returns one sequence.
 */
export function splice(pieces: readonly (readonly Entry[])[], positionOf: (entry: Entry) => number): Entry[] {
  const priority = new Map<Entry, number>();
  for (const piece of pieces) {
    // An entry must not delay what was written before it, so its key is the least position of what follows it.
    let least = Infinity;
    for (let index = piece.length - 1; index >= 0; index--) {
      const entry = piece[index]!;
      least = Math.min(least, positionOf(entry));
      priority.set(entry, least);
    }
  }
  // Along a piece the key never decreases, so a stable sort keeps its order.
  return pieces.flat().sort((a, b) => priority.get(a)! - priority.get(b)!);
}
