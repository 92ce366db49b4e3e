import type { KahnOptions } from "./kahn-options.ts";
import { listOf } from "./list-of.ts";

/** A child that comes before its parent. */
export interface Violation<T> {
  readonly child: T;
  readonly parent: T;
  /** Position of the child in the order, from 0. */
  readonly childIndex: number;
  /** Position of its parent; it is greater than that of the child. */
  readonly parentIndex: number;
}

/**
 * Check an order: for each item whose parent is in the list, the parent must come before it.
 *
 * @param order the list to check.
 * @param options how to read an item; the same functions as for `kahn`.
 * @returns every violation, in the order of the children; empty if the order is right.
 */
export function verifyOrder<T>(order: readonly T[], options: Pick<KahnOptions<T>, "ids" | "parent">): Violation<T>[] {
  const indexOf = new Map<string, number>();
  for (const [index, item] of order.entries()) {
    for (const id of listOf(options.ids(item))) if (!indexOf.has(id)) indexOf.set(id, index);
  }
  const violations: Violation<T>[] = [];
  for (const [childIndex, child] of order.entries()) {
    const id = options.parent(child);
    const parentIndex = id === null || id === undefined ? undefined : indexOf.get(id);
    if (parentIndex === undefined || parentIndex <= childIndex) continue;
    violations.push({ child, parent: order[parentIndex]!, childIndex, parentIndex });
  }
  return violations;
}
