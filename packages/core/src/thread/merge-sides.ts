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
 * Merge sides into one sequence: parents first, by (time, path, line), each side up to its first prompt. A prompt that
 * was queued during the turn ends no side; it follows what the turn was waiting for.
 *
 * @param sides the first entry of each side.
 * @param dag the graph.
 * @param facts facts about the entries below each entry.
 */
export function mergeSides(sides: readonly Entry[], dag: Dag, facts: Facts): MergedSides {
  const heads: Entry[] = [];
  const entries: Entry[] = [];
  const queued = new Map<Entry, Entry>();
  const belowQueued = new Set<Entry>();
  const stack = [...sides];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const after = facts.isPrompt(entry) ? facts.queuedAfter(entry) : undefined;
    if (after === undefined && facts.isPrompt(entry)) {
      heads.push(entry);
      continue;
    }
    if (after && !belowQueued.has(entry)) queued.set(entry, after);
    entries.push(entry);
    for (const child of facts.below(entry)) {
      if (after || belowQueued.has(entry)) belowQueued.add(child);
      stack.push(child);
    }
  }
  const parents = new Map<Entry, string | undefined>();
  const recorded = ({ id }: Entry) => dag.edge(id)?.to;
  const sort = (list: readonly Entry[]) =>
    kahn(list, {
      ids: ({ id }) => id,
      parent: (entry) => parents.get(entry) ?? recorded(entry),
      priority: dag.timeOf,
      tie: dag.compare,
    }).order;
  if (queued.size > 0) {
    // A queued prompt follows its parent, too: it is put below the later one of the two.
    const others = sort(entries.filter((entry) => !queued.has(entry) && !belowQueued.has(entry)));
    const positions = new Map(others.map(({ id }, index) => [id, index]));
    const position = (id: string | undefined) => positions.get(id ?? "") ?? -1;
    for (const [entry, { id }] of queued)
      parents.set(entry, position(id) > position(recorded(entry)) ? id : recorded(entry));
  }
  return { order: sort(entries), heads: heads.sort(dag.compare) };
}
