/** The ids of an item as a list. */
export function listOf(ids: string | readonly string[]): readonly string[] {
  return typeof ids === "string" ? [ids] : ids;
}
