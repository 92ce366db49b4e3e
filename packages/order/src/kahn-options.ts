/** How {@link kahn} reads an item. */
export interface KahnOptions<T> {
  /** The ids of an item: one, or several for a merged item. An id that two items claim belongs to the first. */
  ids: (item: T) => string | readonly string[];
  /** The id of the item that must come before; `null`, `undefined` or an id outside the input makes the item a root. */
  parent: (item: T) => string | null | undefined;
  /** A lower number comes first. A value that is not a number counts as the smallest. */
  priority: (item: T) => number;
  /** Compares two items of equal priority, as for `sort` (default: the position in the input decides). */
  tie?: ((a: T, b: T) => number) | undefined;
  /**
   * Whether to omit an item from the result (default: none). Its children become children of the nearest item above
   * that is not omitted, or roots if there is none.
   */
  isOmitted?: ((item: T) => boolean) | undefined;
}
