import { changedWords, type WordPiece } from "@ccdag/edits";

/**
 * Find the words that differ between lines of a diff that replace one another.
 *
 * @param lines the lines, each with its mark.
 * @returns the pieces of such lines, without the mark, by the index of the line.
 */
export function pairWords(lines: readonly string[]): Map<number, readonly WordPiece[]> {
  const pieces = new Map<number, readonly WordPiece[]>();
  for (let at = 0; at < lines.length;) {
    const removed = runOf(lines, at, "-");
    const added = runOf(lines, at + removed, "+");
    const pairs = removed === added ? removed : 0;
    for (let line = at; line < at + pairs; line++) {
      const words = changedWords(lines[line]!.slice(1), lines[line + removed]!.slice(1));
      if (words === undefined) continue;
      pieces.set(line, words.before);
      pieces.set(line + removed, words.after);
    }
    at += Math.max(1, removed + added);
  }
  return pieces;
}

/** How many lines from an index on have a mark. */
function runOf(lines: readonly string[], from: number, mark: string): number {
  let end = from;
  while (end < lines.length && lines[end]!.startsWith(mark)) end++;
  return end - from;
}
