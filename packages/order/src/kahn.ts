import { createHeap } from "./heap.ts";
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
  const rank = new Int32Array(list.length);
  for (let place = 0; place < at.length; place++) rank[at[place]!] = place;
  const { parent, firstChild, nextSibling } = link(list, isLeftOut ? contract(all, isLeftOut, options) : options);

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

/** Positions of the items by priority, tie and position: the heap then compares integers only. */
function byPriority<T>(list: readonly T[], { priority, tie }: KahnOptions<T>): Int32Array {
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

/** Items that are left out lead from their ids to the nearest id above that stays. */
function contract<T>(
  all: readonly T[],
  isLeftOut: (item: T) => boolean,
  { ids, parent }: KahnOptions<T>,
): Pick<KahnOptions<T>, "ids" | "parent"> {
  const above = new Map<string, string | null | undefined>();
  for (const item of all) {
    if (!isLeftOut(item)) continue;
    const own = ids(item);
    for (const id of typeof own === "string" ? [own] : own) if (!above.has(id)) above.set(id, parent(item));
  }
  return {
    ids,
    parent(item) {
      const climbed: string[] = [];
      let id = parent(item);
      // Each id is climbed over once: afterwards it leads to where the climb ended.
      while (typeof id === "string" && above.has(id)) {
        climbed.push(id);
        const next = above.get(id);
        above.set(id, undefined); // a circle of items that are left out ends here
        id = next;
      }
      for (const one of climbed) above.set(one, id);
      return id;
    },
  };
}

function link<T>(list: readonly T[], { ids, parent }: Pick<KahnOptions<T>, "ids" | "parent">) {
  const byId = new Map<string, number>();
  // From the end, so that the first claim on an id is the one that stays: one look at the map for each.
  for (let index = list.length - 1; index >= 0; index--) {
    const own = ids(list[index]!);
    if (typeof own === "string") byId.set(own, index);
    else for (const id of own) byId.set(id, index);
  }
  const parents = new Int32Array(list.length).fill(-1);
  const firstChild = new Int32Array(list.length).fill(-1);
  const nextSibling = new Int32Array(list.length).fill(-1);
  for (let index = 0; index < list.length; index++) {
    const id = parent(list[index]!);
    const above = id === null || id === undefined ? undefined : byId.get(id);
    if (above === undefined) continue;
    parents[index] = above;
    nextSibling[index] = firstChild[above]!;
    firstChild[above] = index;
  }
  return { parent: parents, firstChild, nextSibling };
}
