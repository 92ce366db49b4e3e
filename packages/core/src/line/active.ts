import type { Dag } from "../dag/dag.ts";
import type { DagLine } from "./line.ts";

/**
 * Mark, at every true fork, the side in which the person went on: the one on the path to the leaf that `last-prompt`
 * names, else to the latest leaf; in forks off that path the newest side.
 *
 * @param trunks all lines; `isActive` of their sides is set.
 * @param dag the graph.
 */
export function markActive(trunks: readonly DagLine[], dag: Dag): void {
  const named = namedLeaves(dag);
  for (const trunk of trunks) {
    const lines = family(trunk);
    if (lines.length === 1) continue;
    const leaf = named.get(trunk.info.path);
    const latest = new Map<DagLine, number>();
    const holds = new Set<DagLine>();
    // Sides come after the line that they leave, so going backwards each side is known before its line.
    for (const line of lines.reverse()) {
      let newest = -Infinity;
      for (const entry of line.entries) {
        newest = Math.max(newest, rank(dag, entry.id));
        if (entry.id === leaf) holds.add(line);
      }
      for (const side of line.sides) {
        newest = Math.max(newest, latest.get(side.line)!);
        if (holds.has(side.line)) holds.add(line);
      }
      latest.set(line, newest);
      for (const group of forksOf(line)) {
        const byAge = [...group].sort((a, b) => latest.get(b.line)! - latest.get(a.line)!);
        (group.find(({ line: side }) => holds.has(side)) ?? byAge[0]!).isActive = true;
      }
    }
  }
}

/** A line and all branches below it, lines before their branches. */
export function family(trunk: DagLine): DagLine[] {
  const lines = [trunk];
  for (const line of lines) for (const side of line.sides) lines.push(side.line);
  return lines;
}

function forksOf(line: DagLine): Array<DagLine["sides"]> {
  const forks = new Map<string, DagLine["sides"]>();
  for (const side of line.sides) {
    const key = side.after?.id ?? "";
    const group = forks.get(key);
    if (group) group.push(side);
    else forks.set(key, [side]);
  }
  return [...forks.values()];
}

const ranks = new WeakMap<Dag, Map<string, number>>();

/** Place of an entry in the order of (time, path, line). */
function rank(dag: Dag, id: string): number {
  let known = ranks.get(dag);
  if (!known) {
    known = new Map([...dag.entries.values()].sort(dag.compare).map((entry, index) => [entry.id, index]));
    ranks.set(dag, known);
  }
  return known.get(id)!;
}

/** The leaf that the last `last-prompt` of each file names, where it is in that file. */
function namedLeaves(dag: Dag): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const { type, raw, place } of dag.loose) {
    if (type !== "last-prompt" || typeof raw["leafUuid"] !== "string") continue;
    const leaf = dag.resolve(raw["leafUuid"], place.path);
    if (leaf) leaves.set(place.path, leaf.id);
    else leaves.delete(place.path);
  }
  return leaves;
}
