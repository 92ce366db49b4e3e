import { createHeap } from "./heap.ts";

/** How {@link kahn} reads an item. */
export interface KahnOptions<T> {
  /** Every id that this item answers to: one, or several for a merged item. An id that two items claim belongs to the first. */
  ids: (item: T) => string | readonly string[];
  /** The id of the item that must come before; nothing, or an id outside the input, makes a root. */
  parent: (item: T) => string | null | undefined;
  /** Lower comes first. What is not a number counts as the smallest. */
  priority: (item: T) => number;
  /** Asked where two priorities are equal (default: the position in the input decides). */
  tie?: ((a: T, b: T) => number) | undefined;
}

/** What {@link kahn} returns. Together the two lists hold each item of the input exactly once. */
export interface KahnResult<T> {
  /** Parents before children; each pick is the least of the items that were ready. */
  readonly order: readonly T[];
  /** Items on a cycle, or below one, by priority: no order can satisfy them. */
  readonly cyclic: readonly T[];
}

/**
 * Order items so that a parent always precedes its children and, among the items that may come next, the one with
 * the smallest priority does (seed 003, phase 3). O(n log n) for every shape of input.
 *
 * @param items what to order.
 * @param options how to read an item.
 * @returns the order, and apart from it what stands on a cycle.
 */
export function kahn<T>(items: Iterable<T>, options: KahnOptions<T>): KahnResult<T> {
  const list = [...items];
  const rank = rankOf(list, options);
  const { parent, firstChild, nextSibling } = link(list, options);
  const at = new Int32Array(list.length);
  for (let index = 0; index < list.length; index++) at[rank[index]!] = index;

  const heap = createHeap(list.length);
  for (let index = 0; index < list.length; index++) if (parent[index] === -1) heap.push(rank[index]!);

  const order: T[] = [];
  const done = new Uint8Array(list.length);
  while (heap.size() > 0) {
    const index = at[heap.pop()]!;
    done[index] = 1;
    order.push(list[index]!);
    for (let child = firstChild[index]!; child !== -1; child = nextSibling[child]!) heap.push(rank[child]!);
  }

  const cyclic: T[] = [];
  if (order.length < list.length) for (const index of at) if (done[index] === 0) cyclic.push(list[index]!);
  return { order, cyclic };
}

/** The place of each item when all are sorted once by priority, tie and position: the heap then compares integers only. */
function rankOf<T>(list: readonly T[], { priority, tie }: KahnOptions<T>): Int32Array {
  const keys = Float64Array.from(list, (item) => {
    const key = priority(item);
    return typeof key === "number" && !Number.isNaN(key) ? key : Number.NEGATIVE_INFINITY;
  });
  const sorted = Int32Array.from(keys, (_, index) => index).sort((a, b) => {
    if (keys[a]! !== keys[b]!) return keys[a]! < keys[b]! ? -1 : 1;
    return (tie ? tie(list[a]!, list[b]!) : 0) || a - b;
  });
  const rank = new Int32Array(list.length);
  for (let place = 0; place < sorted.length; place++) rank[sorted[place]!] = place;
  return rank;
}

function link<T>(list: readonly T[], { ids, parent }: KahnOptions<T>) {
  const byId = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const own = ids(item);
    for (const id of typeof own === "string" ? [own] : own) if (!byId.has(id)) byId.set(id, index);
  }
  const parents = new Int32Array(list.length).fill(-1);
  const firstChild = new Int32Array(list.length).fill(-1);
  const nextSibling = new Int32Array(list.length).fill(-1);
  for (const [index, item] of list.entries()) {
    const id = parent(item);
    const above = id === null || id === undefined ? undefined : byId.get(id);
    if (above === undefined) continue;
    parents[index] = above;
    nextSibling[index] = firstChild[above]!;
    firstChild[above] = index;
  }
  return { parent: parents, firstChild, nextSibling };
}
