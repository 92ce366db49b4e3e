import type { KahnOptions } from "./kahn-options.ts";
import { contract } from "./contract.ts";
import { findIds } from "./find-ids.ts";
import { createReady } from "./ready.ts";
import { sortKeys } from "./sort-keys.ts";

/** What {@link kahn} returns. Together the two lists hold each item of the input that is not omitted exactly once. */
export interface KahnResult<T> {
  /** Parents before children; each pick is the least of the items that were ready. */
  readonly order: readonly T[];
  /** Items on a cycle, or below one, by priority: no order can satisfy them. */
  readonly cyclic: readonly T[];
}

/**
 * Order items so that a parent always precedes its children and, among the items that may come next, the one with
 * the smallest priority is picked. It takes O(n log n) for every shape of input, without recursion.
 * `plainKahn` is the same algorithm in its plainest form.
 *
 * @param items what to order; they are not changed.
 * @param options how to read an item.
 * @returns the order, and apart from it the items on a cycle or below one.
 */
export function kahn<T>(items: Iterable<T>, options: KahnOptions<T>): KahnResult<T> {
  const all: readonly T[] = Array.isArray(items) ? items : [...items];
  const { isOmitted } = options;
  const list = isOmitted ? all.filter((item) => !isOmitted(item)) : all;
  const at = byPriority(list, options);
  const parents = findParents(list, isOmitted ? contract(all, isOmitted, options) : options);
  const size = list.length;
  const rankOf = new Int32Array(size);
  for (let rank = 0; rank < size; rank++) rankOf[at[rank]!] = rank;

  // From here on an item is its rank: neighbours in time are neighbours in memory.
  const above = new Int32Array(size);
  for (let index = 0; index < size; index++)
    above[rankOf[index]!] = parents[index] === -1 ? -1 : rankOf[parents[index]!]!;
  const firstChild = new Int32Array(size).fill(-1);
  const nextSibling = new Int32Array(size);
  const ready = createReady(size);
  for (let rank = 0; rank < size; rank++) {
    const parent = above[rank]!;
    if (parent === -1) {
      ready.add(rank);
      continue;
    }
    nextSibling[rank] = firstChild[parent]!;
    firstChild[parent] = rank;
  }

  const taken = new Int32Array(size);
  let count = 0;
  for (let rank = ready.take(); rank !== -1; rank = ready.take()) {
    taken[count++] = at[rank]!;
    at[rank] = -1;
    for (let child = firstChild[rank]!; child !== -1; child = nextSibling[child]!) ready.add(child);
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

/** Positions of the items, sorted by priority, tie and position. The ready items are then a set of integers. */
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
  for (let at = 0; at < indexes.length; at++) picked[at] = list[indexes[at]!]!;
  return picked;
}

/** The position of the parent of each item; -1 for a root. */
function findParents<T>(list: readonly T[], { ids, parent }: Pick<KahnOptions<T>, "ids" | "parent">): Int32Array {
  // As long as the list from the start: an array that grows is copied again and again.
  const names: string[] = [];
  names.length = list.length;
  let count = 0;
  /** The item of each name; only filled once an item has several names. */
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
