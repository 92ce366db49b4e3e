import { kahn } from "@ccdag/order";
import type { Dag } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import type { Facts } from "./facts.ts";

/** Sides of a fork as one sequence. */
export interface MergedSides {
  /** Parents first, then by (time, path, line). */
  readonly order: readonly Entry[];
  /** The prompts at which the sides were cut off, by (time, path, line). */
  readonly heads: readonly Entry[];
}

/**
 * Merge sides into one sequence: parents first, by (time, path, line), each side up to its first prompt.
 *
 * @param sides the first entry of each side.
 * @param dag the graph.
 * @param facts facts about the entries below each entry.
 */
export function mergeSides(sides: readonly Entry[], dag: Dag, facts: Facts): MergedSides {
  const heads: Entry[] = [];
  const entries: Entry[] = [];
  const stack = [...sides];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (facts.isPrompt(entry)) {
      heads.push(entry);
      continue;
    }
    entries.push(entry);
    for (const child of facts.below(entry)) stack.push(child);
  }
  const { order } = kahn(entries, {
    ids: ({ id }) => id,
    parent: ({ id }) => dag.edge(id)?.to,
    priority: dag.timeOf,
    tie: dag.compare,
  });
  return { order, heads: heads.sort(dag.compare) };
}
