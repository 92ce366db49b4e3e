import type { Entry } from "../entry/entry.ts";
import { isOff, type ReadOptions } from "../options.ts";
import { report } from "../report.ts";
import type { Edge } from "./edge.ts";

/**
 * Parents that run in a circle. No client was seen to write one; a hand-made or damaged file may hold one.
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
 * Each is cut once, at its smallest entry by (time, path, line), so that the cut does not depend on where a walk
 * begins. The pointer is kept as an edge of the kind `cut`: the entry is a root from then on.
 *
 * Switched off, every entry of the circle is a root, and stands where its file has it.
 *
 * @param entries all entries.
 * @param edges the edge up from each entry; cut edges are replaced in it.
 * @param compare the key of every comparison.
 * @param options where messages go, and whether the rule is switched off.
 */
export function cutCycles(
  entries: ReadonlyMap<string, Entry>,
  edges: Map<string, Edge>,
  compare: (a: Entry, b: Entry) => number,
  options: ReadOptions,
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
    const circle = [entries.get(first)!];
    for (let id = above(first, edges)!; id !== first; id = above(id, edges)!) circle.push(entries.get(id)!);
    const smallest = circle.reduce((a, b) => (compare(b, a) < 0 ? b : a));
    for (const { id } of isOff("parent-cycle", options) ? circle : [smallest])
      edges.set(id, { ...edges.get(id)!, kind: "cut", rule: "parent-cycle" });
    report(options, "parent-cycle", smallest.location, `Unexpected cycle of parents, cut above \`${smallest.id}\``);
  }
}

function above(id: string, edges: ReadonlyMap<string, Edge>): string | undefined {
  const edge = edges.get(id);
  return edge === undefined || edge.kind === "missing" || edge.kind === "cut" ? undefined : edge.to;
}
