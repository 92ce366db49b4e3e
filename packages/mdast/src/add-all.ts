/**
 * Add items to the end of a list. Spread into one call of `push`, some 120,000 items exceed the stack.
 *
 * @param list the list; it is changed.
 * @param items the items to add.
 */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
