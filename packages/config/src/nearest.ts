import { closest, distance } from "fastest-levenshtein";

/** The known name that a misspelt one is nearest to. */
export function nearest(name: string, known: readonly string[]): string {
  return closest(name, [...known]);
}

/** Whether one name is probably a misspelt form of another: a third of its letters differ, or two of a short one. */
export function isMisspelt(name: string, meant: string): boolean {
  return distance(name, meant) <= Math.max(2, Math.floor(name.length / 3));
}

/**
 * What was expected instead of a name that nobody knows: the one that is meant, or all of them where none is near.
 *
 * @param name as written.
 * @param known the names.
 * @param all what to say of all names (default: they are listed).
 */
export function expectedName(name: string, known: readonly string[], all = `one of ${known.join(", ")}`): string {
  const near = nearest(name, known);
  return `expected ${isMisspelt(name, near) ? `\`${near}\`` : all}`;
}
