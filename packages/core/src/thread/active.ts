import type { Dag } from "../dag/dag.ts";
import { mainPathOf } from "../entry/session-id.ts";
import type { Thread } from "./thread.ts";

/**
 * Mark the active side of every true fork, which is the side in which the user continued. It is the side on the path to
 * the leaf that `last-prompt` names, else to the latest leaf. In forks off that path it is the newest side.
 *
 * @param trunks all trunks; `isActive` of their sides is set.
 * @param dag the graph.
 */
export function markActive(trunks: readonly Thread[], dag: Dag): void {
  const named = namedLeaves(dag);
  for (const trunk of trunks) {
    const threads = family(trunk);
    if (threads.length === 1) continue;
    const leaf = named.get(trunk.info.path);
    const latest = new Map<Thread, number>();
    const holds = new Set<Thread>();
    // Sides come after the thread that they leave, so in reverse order each side is known before its thread.
    for (const thread of threads.reverse()) {
      let newest = -Infinity;
      for (const entry of thread.entries) {
        newest = Math.max(newest, rank(dag, entry.id));
        if (entry.id === leaf) holds.add(thread);
      }
      for (const side of thread.sides) {
        newest = Math.max(newest, latest.get(side.thread)!);
        if (holds.has(side.thread)) holds.add(thread);
      }
      latest.set(thread, newest);
      for (const group of forksOf(thread)) {
        // The person went back to the fork itself, and has said nothing since.
        if (leaf !== undefined && group[0]!.after?.id === leaf && group[0]!.after.isChosen) continue;
        const byAge = [...group].sort((a, b) => latest.get(b.thread)! - latest.get(a.thread)!);
        (group.find(({ thread: side }) => holds.has(side)) ?? byAge[0]!).isActive = true;
      }
    }
  }
}

/** A thread and all branches below it, threads before their branches. */
export function family(trunk: Thread): Thread[] {
  const threads = [trunk];
  for (const thread of threads) for (const side of thread.sides) threads.push(side.thread);
  return threads;
}

function forksOf(thread: Thread): Array<Thread["sides"]> {
  const forks = new Map<string, Thread["sides"]>();
  for (const side of thread.sides) {
    const key = side.after?.id ?? "";
    const group = forks.get(key);
    if (group) group.push(side);
    else forks.set(key, [side]);
  }
  return [...forks.values()];
}

const ranks = new WeakMap<Dag, Map<string, number>>();

/** Rank of an entry in the order of (time, path, line). */
function rank(dag: Dag, id: string): number {
  let known = ranks.get(dag);
  if (!known) {
    known = new Map([...dag.entries.values()].sort(dag.compare).map((entry, index) => [entry.id, index]));
    ranks.set(dag, known);
  }
  return known.get(id)!;
}

/** The entries that the files of sources in which every fork is a choice name as the ends of their conversations. */
export function chosenEnds(dag: Dag): Set<string> {
  const paths = new Set(
    dag.bookkeeping.flatMap(({ isChosen, location }) => (isChosen ? mainPathOf(location.path) : [])),
  );
  return new Set([...namedLeaves(dag)].flatMap(([path, leaf]) => (paths.has(path) ? [leaf] : [])));
}

/** The leaf that the last `last-prompt` of each file names, if it is in that file. */
function namedLeaves(dag: Dag): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const { type, raw, location } of dag.bookkeeping) {
    if (type !== "last-prompt" || typeof raw["leafUuid"] !== "string") continue;
    const leaf = dag.resolve(raw["leafUuid"], location.path);
    if (leaf) leaves.set(mainPathOf(location.path), leaf.id);
    else leaves.delete(mainPathOf(location.path));
  }
  return leaves;
}
