import type { KahnOptions } from "./kahn-options.ts";
import type { KahnResult } from "./kahn.ts";
import { listOf } from "./list-of.ts";

/** An item with its children, and its position among all items sorted by priority. */
interface Node<T> {
  readonly item: T;
  readonly key: number;
  readonly children: Node<T>[];
  rank: number;
}

/**
 * Kahn's algorithm with a priority, in its plainest form. `kahn` gives the same result faster, and is tested against
 * this function. This one knows no `isOmitted`.
 *
 * @param items what to order.
 * @param options how to read an item.
 * @returns the order, and apart from it the items on a cycle or below one.
 */
export function plainKahn<T>(
  items: Iterable<T>,
  { ids, parent, priority, tie }: Omit<KahnOptions<T>, "isOmitted">,
): KahnResult<T> {
  const nodes = Array.from(items, (item): Node<T> => ({ item, key: toKey(priority(item)), children: [], rank: 0 }));

  // An item may have several ids. An id that two items claim belongs to the first.
  const byId = new Map<string, Node<T>>();
  for (const node of nodes) for (const id of listOf(ids(node.item))) if (!byId.has(id)) byId.set(id, node);

  // Rank the items by priority, then by `tie`, then by position in the input: the sort is stable.
  nodes.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : (tie?.(a.item, b.item) ?? 0)));
  for (const [rank, node] of nodes.entries()) node.rank = rank;

  // An item without a parent in the input is ready. Every other item waits for its parent.
  const ready: Node<T>[] = [];
  for (const node of nodes) {
    const id = parent(node.item);
    const above = typeof id === "string" ? byId.get(id) : undefined;
    (above?.children ?? ready).push(node);
  }

  // Pick the ready item of the least rank, again and again. Its children are ready then.
  const picked = new Set<Node<T>>();
  for (let node = ready.shift(); node; node = ready.shift()) {
    picked.add(node);
    for (const one of node.children) ready.push(one);
    ready.sort((a, b) => a.rank - b.rank);
  }

  // What was never ready is on a cycle, or below one.
  const cyclic = nodes.filter((node) => !picked.has(node));
  return { order: [...picked].map(({ item }) => item), cyclic: cyclic.map(({ item }) => item) };
}

/** What is not a number counts as the smallest. */
function toKey(priority: number): number {
  return typeof priority === "number" && !Number.isNaN(priority) ? priority : Number.NEGATIVE_INFINITY;
}
