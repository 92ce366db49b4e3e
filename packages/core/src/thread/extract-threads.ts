import type { Dag } from "../dag/dag.ts";
import { groupBy } from "../group-by.ts";
import type { ReadOptions } from "../read-options.ts";
import { defaultRules } from "../rulebook.ts";
import { chosenEnds, markActive } from "./active.ts";
import { type Component, findComponents } from "./components.ts";
import { sweepFacts } from "./facts.ts";
import { joinComponents, type JoinedThread } from "./join-components.ts";
import type { Placement } from "./place/place-rule.ts";
import { rootsByThread } from "./roots.ts";
import type { Judged, Thread, Threads } from "./thread.ts";
import type { Walk } from "./walk.ts";

/**
 * Lay out every thread of a graph: lay out the entries below each root, join these parts, and mark the branches in
 * which the user continued.
 *
 * @param dag the graph.
 * @param options rules, and where messages go.
 * @returns the threads. Together they hold every entry of the graph once; `incomplete-walk` is reported otherwise.
 */
export function extractThreads(dag: Dag, options: ReadOptions = {}): Threads {
  const { rules = defaultRules, report, compaction } = options;
  // The result answers from this list, not from the walk: the facts are not kept.
  const judged = new Map<string, Judged>();
  const walk: Walk = { dag, facts: sweepFacts(dag, report), rules, report, judged, ends: chosenEnds(dag) };
  const placed = new Map<string, Placement>();
  /** By the position of an entry in the graph. */
  const threadOf = Array.from<Thread | undefined>({ length: dag.entries.size });
  const entriesOf = groupBy(dag.entries.values(), ({ id }) => dag.threadOf(id));
  const trunks: Thread[] = [];
  for (const [id, roots] of rootsByThread(dag)) {
    const info = dag.threads.get(id)!;
    const entries = entriesOf.get(id)!;
    // An agent is always one thread.
    const isSeparate = compaction === "root" && info.agent === undefined;
    const components = findComponents({ info, roots, entries }, walk, isSeparate);
    for (const component of components.others) notePlacement(component, placed);
    for (const joined of joinComponents(components, entries, dag, options)) write(joined, threadOf, dag);
    const separate = components.others.filter((component) => component.isSeparate);
    for (const { thread } of [components.trunk, ...separate]) trunks.push(thread);
  }
  markActive(trunks, dag);
  const resumed = new Set([...judged.values()].flatMap((one) => one.resumed?.id ?? []));
  return {
    trunks,
    threadOf: (id) => threadOf[dag.positionOf(id)],
    judged: (id) => judged.get(id),
    isResumed: (id) => resumed.has(id),
    placed: (id) => placed.get(id),
  };
}

function notePlacement({ roots, placement }: Component, placed: Map<string, Placement>): void {
  if (placement) for (const root of roots) placed.set(root.id, placement);
}

/** The only function that gives a joined thread its entries and sides, and entries their thread. */
function write({ thread, entries, sides }: JoinedThread, threadOf: Array<Thread | undefined>, dag: Dag): void {
  for (const { id } of entries) threadOf[dag.positionOf(id)] = thread;
  if (entries !== thread.entries) replace(thread.entries, entries);
  if (sides !== thread.sides) replace(thread.sides, sides);
}

function replace<T>(list: T[], items: readonly T[]): void {
  const copy = [...items];
  list.length = 0;
  for (const item of copy) list.push(item);
}
