import { closest } from "fastest-levenshtein";

/** The known name that a misspelt one is nearest to. */
export function nearest(name: string, known: readonly string[]): string {
  return closest(name, [...known]);
}
