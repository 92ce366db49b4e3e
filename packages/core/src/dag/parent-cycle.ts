import type { Entry } from "../entry/entry.ts";
import { report, type Report } from "../report.ts";
import type { Edge } from "./edge.ts";

/** Decides where a cycle of parents is cut. Without a rule, it is cut above each of its entries. */
export interface CycleRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param cycle the entries of the cycle.
   * @param compare the order of (time, path, line).
   * @returns the entries whose edge to the parent is cut; at least one.
   */
  cut: (cycle: readonly Entry[], compare: (a: Entry, b: Entry) => number) => readonly Entry[];
}

/**
 * Parents that form a cycle are cut. Only a hand-made or damaged file may hold one.
 *
 * ```shape
 * A2^A1@9
 *           U1^A2@1 ─ A1@2
 * ```
 *
 * ```threads
 * U1 A1 A2
 * ```
 *
 * Each cycle is cut once, at its smallest entry by (time, path, line), so the cut does not depend on where a walk
 * begins. The pointer is kept as an edge of the kind `cut`, and the entry becomes a root, with a warning.
 *
 * Without this rule, every entry of the cycle is a root.
 */
export const parentCycle: CycleRule = {
  name: "parent-cycle",
  cut: (cycle, compare) => [smallestOf(cycle, compare)],
};

function smallestOf(cycle: readonly Entry[], compare: (a: Entry, b: Entry) => number): Entry {
  return cycle.reduce((a, b) => (compare(b, a) < 0 ? b : a));
}

/**
 * Find each cycle of parents, and cut it where the first rule decides.
 *
 * @param entries all entries.
 * @param edges the edge from each entry to its parent; cut edges are replaced in it.
 * @param compare the order of (time, path, line).
 * @param options the rules, and where messages go.
 */
export function cutCycles(
  entries: ReadonlyMap<string, Entry>,
  edges: Map<string, Edge>,
  compare: (a: Entry, b: Entry) => number,
  { rules: [rule], ...options }: { readonly rules: readonly CycleRule[]; readonly report?: Report | undefined },
): void {
  const walkOf = new Map<string, number>();
  let walk = 0;
  for (const start of entries.keys()) {
    walk++;
    let id: string | undefined = start;
    while (id !== undefined && !walkOf.has(id)) {
      walkOf.set(id, walk);
      id = above(id, edges);
    }
    if (id !== undefined && walkOf.get(id) === walk) cut(id);
  }

  function cut(first: string): void {
    const cycle = [entries.get(first)!];
    for (let id = above(first, edges)!; id !== first; id = above(id, edges)!) cycle.push(entries.get(id)!);
    for (const { id } of rule?.cut(cycle, compare) ?? cycle)
      edges.set(id, { ...edges.get(id)!, kind: "cut", rule: parentCycle.name });
    const { location, id } = smallestOf(cycle, compare);
    report(options, parentCycle.name, location, `Unexpected cycle of parents, cut above \`${id}\``);
  }
}

function above(id: string, edges: ReadonlyMap<string, Edge>): string | undefined {
  const edge = edges.get(id);
  return edge === undefined || edge.kind === "missing" || edge.kind === "cut" ? undefined : edge.to;
}
