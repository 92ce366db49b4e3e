/**
 * Group items by a key. Groups, and items in a group, keep the order of the input. (`Map.groupBy` is not in Node 20.)
 *
 * @param items what to group.
 * @param keyOf gives the key of an item.
 */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
