import { kahn } from "@ccdag/order";
import type { Dag } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { report, type Report } from "../report.ts";
import { family } from "./active.ts";
import type { Component, Components } from "./components.ts";
import { splice } from "./place/splice.ts";
import type { Side, Thread } from "./thread.ts";

/** The result of joining for one thread. Nothing has been written to the thread yet. */
export interface JoinedThread {
  /** The thread. */
  readonly thread: Thread;
  /** Its entries in their final order. */
  readonly entries: readonly Entry[];
  /** The sides of its true forks. */
  readonly sides: readonly Side[];
}

/** Where messages go. */
interface JoinOptions {
  readonly report?: Report | undefined;
}

/**
 * Join the components of a thread: each continues the thread that holds the entry it was placed after, at its own
 * position in the file. Entries that no component holds are reported (`incomplete-walk`) and join the trunk.
 *
 * @param components the laid-out entries below each root.
 * @param entries all entries of the thread, by (path, line).
 * @param dag the graph.
 * @param options where messages go.
 * @returns every thread that results, trunks and branches.
 */
export function joinComponents(
  { trunk, others }: Components,
  entries: readonly Entry[],
  dag: Dag,
  options: JoinOptions,
): JoinedThread[] {
  const home = new Map<string, Thread>();
  const pieces = new Map<Thread, Array<readonly Entry[]>>();
  const sides = new Map<Thread, Side[]>();
  const mergedInto = new Map<Thread, Thread>();
  addComponent(trunk);
  for (const component of others) {
    if (!component.isSeparate) merge(component.thread, targetOf(component));
    addComponent(component);
  }
  const missing = entries.filter(({ id }) => !home.has(id));
  if (missing.length > 0) piecesOf(trunk.thread).push(recover(missing, dag, options));
  return [trunk, ...others]
    .flatMap(({ thread }) => family(thread))
    .filter((thread) => !mergedInto.has(thread))
    .map((thread) => ({ thread, entries: wholeOf(thread), sides: sides.get(thread) ?? thread.sides }));

  /**
   * Only components that were added before count: in a file out of order the neighbour may be below the root itself.
   */
  function targetOf({ placement }: Component): Thread {
    let target = (placement && home.get(placement.after.id)) ?? trunk.thread;
    for (let next = mergedInto.get(target); next; next = mergedInto.get(target)) target = next;
    return target;
  }

  function merge(thread: Thread, target: Thread): void {
    mergedInto.set(thread, target);
    piecesOf(target).push(thread.entries);
    const joined = sides.get(target) ?? [...target.sides];
    for (const side of thread.sides) joined.push(side);
    sides.set(target, joined);
  }

  function piecesOf(thread: Thread): Array<readonly Entry[]> {
    const known = pieces.get(thread) ?? [thread.entries];
    pieces.set(thread, known);
    return known;
  }

  function addComponent({ thread }: Component): void {
    for (const one of family(thread)) for (const { id } of one.entries) home.set(id, one);
  }

  function wholeOf(thread: Thread): readonly Entry[] {
    const parts = pieces.get(thread);
    if (parts === undefined) return thread.entries;
    return splice(
      parts.filter(({ length }) => length > 0),
      ({ id }) => dag.positionOf(id),
    );
  }
}

/** Entries that a rule lost still join: parents first, by time. */
function recover(missing: readonly Entry[], dag: Dag, options: JoinOptions): Entry[] {
  const reason = `Unexpected ${missing.length} entries that are in no thread, inserted by time`;
  report(options, "incomplete-walk", missing[0]!.location, reason);
  const parent = ({ id }: Entry) => {
    const edge = dag.edge(id);
    return isRecorded(edge) ? edge.to : undefined;
  };
  const { order, cyclic } = kahn(missing, {
    ids: ({ id }) => id,
    parent,
    priority: dag.timeOf,
    tie: dag.compare,
  });
  return [...order, ...cyclic];
}
