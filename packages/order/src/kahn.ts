import { contract } from "./contract.ts";
import { findIds } from "./find-ids.ts";
import { createReady } from "./ready.ts";
import { sortKeys } from "./sort-keys.ts";

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
  /**
   * Items that are not ordered (default: none). What hangs on one hangs on the nearest item above that is; where there
   * is none it is a root.
   */
  isLeftOut?: ((item: T) => boolean) | undefined;
}

/** What {@link kahn} returns. Together the two lists hold each item of the input that is not left out exactly once. */
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
 * @param items what to order; ids of those that are left out still lead on.
 * @param options how to read an item.
 * @returns the order, and apart from it what stands on a cycle.
 */
export function kahn<T>(items: Iterable<T>, options: KahnOptions<T>): KahnResult<T> {
  const all: readonly T[] = Array.isArray(items) ? items : [...items];
  const { isLeftOut } = options;
  const list = isLeftOut ? all.filter((item) => !isLeftOut(item)) : all;
  const at = byPriority(list, options);
  const parents = findParents(list, isLeftOut ? contract(all, isLeftOut, options) : options);
  const size = list.length;
  const rank = new Int32Array(size);
  for (let place = 0; place < size; place++) rank[at[place]!] = place;

  // From here on an item is its rank: where time runs along the edges, neighbours in time are neighbours in memory.
  const above = new Int32Array(size);
  for (let index = 0; index < size; index++) above[rank[index]!] = parents[index] === -1 ? -1 : rank[parents[index]!]!;
  const firstChild = new Int32Array(size).fill(-1);
  const nextSibling = new Int32Array(size);
  const ready = createReady(size);
  for (let place = 0; place < size; place++) {
    const parent = above[place]!;
    if (parent === -1) {
      ready.add(place);
      continue;
    }
    nextSibling[place] = firstChild[parent]!;
    firstChild[parent] = place;
  }

  const taken = new Int32Array(size);
  let count = 0;
  for (let place = ready.take(); place !== -1; place = ready.take()) {
    taken[count++] = at[place]!;
    at[place] = -1;
    for (let child = firstChild[place]!; child !== -1; child = nextSibling[child]!) ready.add(child);
  }
  const order = pick(list, taken.subarray(0, count));
  const cyclic =
    count === size
      ? []
      : pick(
          list,
          at.filter((index) => index !== -1),
        );
  return { order, cyclic };
}

/** Positions of the items by priority, tie and position: what is ready is then a set of integers. */
function byPriority<T>(list: readonly T[], { priority, tie }: KahnOptions<T>): Int32Array<ArrayBuffer> {
  const keys = new Float64Array(list.length);
  for (let index = 0; index < list.length; index++) {
    const key = priority(list[index]!);
    // Adding 0 makes -0 a plain 0.
    keys[index] = typeof key === "number" && !Number.isNaN(key) ? key + 0 : Number.NEGATIVE_INFINITY;
  }
  const sorted = sortKeys(keys);
  if (tie === undefined) return sorted;
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && keys[sorted[to]!] === keys[sorted[from]!]) to++;
    if (to - from > 1) sorted.subarray(from, to).sort((a, b) => tie(list[a]!, list[b]!) || a - b);
  }
  return sorted;
}

function pick<T>(list: readonly T[], indexes: Int32Array): T[] {
  const picked = list.slice(0, indexes.length);
  for (let place = 0; place < indexes.length; place++) picked[place] = list[indexes[place]!]!;
  return picked;
}

/** The position of the item that each item hangs on; -1 for a root. */
function findParents<T>(list: readonly T[], { ids, parent }: Pick<KahnOptions<T>, "ids" | "parent">): Int32Array {
  // As long as the list at once: an array that grows is copied again and again.
  const names: string[] = [];
  names.length = list.length;
  let count = 0;
  /** Which item each name is of, once an item has several. */
  let owners: number[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const own = ids(list[index]!);
    if (typeof own === "string") {
      owners?.push(index);
      names[count++] = own;
      continue;
    }
    owners ??= Array.from({ length: count }, (_, at) => at);
    for (const id of own) {
      owners.push(index);
      names[count++] = id;
    }
  }
  names.length = count;
  const found = findIds(names, list.length, (index) => parent(list[index]!));
  return owners ? found.map((at) => (at === -1 ? -1 : owners[at]!)) : found;
}
