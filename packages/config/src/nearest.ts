import { closest, distance } from "fastest-levenshtein";

/** The known name that a misspelt one is nearest to. */
export function nearest(name: string, known: readonly string[]): string {
  return closest(name, [...known]);
}

/** Whether one name is probably a misspelt form of another: a third of its letters differ, or two of a short one. */
export function isMisspelt(name: string, meant: string): boolean {
  return distance(name, meant) <= Math.max(2, Math.floor(name.length / 3));
}
