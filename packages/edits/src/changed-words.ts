import { diffWordsWithSpace } from "diff";

/** Longer lines are not compared word by word. */
const maxLength = 500;

/** A piece of a line, and whether the other line has it, too. */
export interface WordPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

/**
 * Compare a line that was replaced with the line that replaced it.
 *
 * @returns the pieces of both lines; `undefined` if they are long, or have so little in common that the comparison does not help.
 */
export function changedWords(before: string, after: string): { before: WordPiece[]; after: WordPiece[] } | undefined {
  if (before.length > maxLength || after.length > maxLength) return undefined;
  const parts = diffWordsWithSpace(before, after);
  const same = parts.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length), 0);
  if (same * 3 < Math.max(before.trim().length, after.trim().length)) return undefined;
  const side = (isOther: (part: (typeof parts)[number]) => boolean | undefined) =>
    parts.flatMap((part) => (isOther(part) ? [] : [{ text: part.value, isChanged: part.added || part.removed }]));
  return { before: side(({ added }) => added), after: side(({ removed }) => removed) };
}
