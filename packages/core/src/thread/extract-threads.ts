import { kahn } from "@ccdag/order";
import type { Dag, ThreadInfo } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { isCommand, isCompaction, isPassthrough } from "../entry/kind.ts";
import { groupBy } from "../group-by.ts";
import { isOff, type ReadOptions, rulesOf } from "../options.ts";
import { report } from "../report.ts";
import { family, markActive } from "./active.ts";
import { lostForks, secondBeginnings } from "./beginnings.ts";
import { sweepFacts } from "./facts.ts";
import { forkRules } from "./fork/index.ts";
import { kindsOf } from "./fork/kind.ts";
import type { Thread, Threads } from "./thread.ts";
import { placeOf } from "./place/index.ts";
import type { Placement } from "./place/rule.ts";
import { splice } from "./place/splice.ts";
import { expectedRoot, rootsByThread } from "./roots.ts";
import { layOut, createThread, type Walk } from "./walk.ts";

/**
 * Lay out every line of a graph: judge its forks, place its roots, mark the side in which the person went on.
 *
 * @param dag the graph.
 * @param options extensions, and where messages go.
 * @returns the lines. Together they tell every entry of the graph once; `incomplete-walk` is reported otherwise.
 */
export function extractThreads(dag: Dag, options: ReadOptions = {}): Threads {
  const facts = sweepFacts(dag);
  const rules = rulesOf("fork", forkRules, options);
  const walk: Walk = { dag, facts, options, rules, threadOf: new Map(), judged: new Map() };
  const placed = new Map<string, Placement>();
  const entriesOf = groupBy(dag.entries.values(), ({ id }) => dag.threadOf(id));
  const trunks: Thread[] = [];
  for (const [id, roots] of rootsByThread(dag)) {
    const info = dag.threads.get(id)!;
    for (const thread of layOutThread(roots, entriesOf.get(id)!, info, walk, placed)) trunks.push(thread);
  }
  markActive(trunks, dag);
  const resumed = new Set([...walk.judged.values()].flatMap((one) => one.resumed?.id ?? []));
  return {
    trunks,
    threadOf: (id) => walk.threadOf.get(id),
    judged: (id) => walk.judged.get(id),
    isResumed: (id) => resumed.has(id),
    placed: (id) => placed.get(id),
  };
}

/**
 * One line: its first root, or alternatives to it, with every other root put where it belongs. After it, where
 * compactions begin anew, a line for each of them; an agent is one line in any case.
 */
function layOutThread(
  roots: readonly Entry[],
  entries: readonly Entry[],
  info: ThreadInfo,
  walk: Walk,
  placed: Map<string, Placement>,
): Thread[] {
  const { dag, facts, threadOf } = walk;
  const isAnew = walk.options.compaction === "root" && info.agent === undefined;
  const isLinear = isOff("rewind", walk.options) || info.agent?.mode === "internal";
  const starts = isLinear ? [] : secondBeginnings(roots, entries, dag, facts);
  const further = new Set(starts.slice(1));
  reportRoots(
    roots.filter((root) => !further.has(root)),
    dag,
    walk.options,
  );
  const trunk = starts.length > 0 ? createThread(info) : layOut(roots[0]!, info, walk);
  const kinds = kindsOf({ at: undefined, starts, facts }, walk.options);
  for (const start of starts) {
    const edge = dag.edge(start.id);
    const from = edge && dag.entries.get(edge.to);
    const thread = layOut(start, info, walk);
    trunk.sides.push({ rule: kinds.get(start)!, from, after: undefined, thread, isActive: false });
  }
  const built = new Set(starts.length > 0 ? starts : [roots[0]!]);
  const mergedInto = new Map<Thread, Thread>();
  const pieces = new Map<Thread, Entry[][]>();
  const neighbours = createNeighbours(entries);
  const anew: Thread[] = [];
  const lost = isLinear ? new Map<Entry, readonly Entry[]>() : lostForks(roots, dag, facts);
  for (const root of roots) {
    if (built.has(root)) continue;
    if (isAnew && isCompaction(root)) {
      anew.push(layOut(root, info, walk));
      continue;
    }
    const placement = placeOf(root, { dag, neighbour: neighbours(root) ?? roots[0]! }, walk.options);
    if (placement) placed.set(root.id, placement);
    const component = layOutRoot(root, lost.get(root), placement, info, walk);
    for (const start of lost.get(root) ?? []) {
      built.add(start);
      if (placement) placed.set(start.id, placement);
    }
    // In a file whose lines are out of order the neighbour may hang on the root itself, or on one that is yet to come.
    const found = final((placement && threadOf.get(placement.after.id)) ?? trunk, mergedInto);
    const target = family(component).includes(found) ? trunk : found;
    mergedInto.set(component, target);
    for (const side of component.sides) target.sides.push(side);
    const list = pieces.get(target);
    if (list) list.push(component.entries);
    else pieces.set(target, [[...target.entries], component.entries]);
  }
  const missing = entries.filter(({ id }) => !threadOf.has(id));
  if (missing.length > 0) pieces.set(trunk, [...(pieces.get(trunk) ?? [[...trunk.entries]]), recover(missing, walk)]);
  for (const [thread, sequences] of pieces) {
    const whole = splice(
      sequences.filter(({ length }) => length > 0),
      ({ id }) => dag.positionOf(id),
    );
    thread.entries.length = 0;
    for (const entry of whole) {
      thread.entries.push(entry);
      threadOf.set(entry.id, thread);
    }
  }
  return [trunk, ...anew];
}

/** What hangs below a root; of several that hang on one lost entry and compete, each begins a branch. */
function layOutRoot(
  root: Entry,
  starts: readonly Entry[] | undefined,
  placement: Placement | undefined,
  info: ThreadInfo,
  walk: Walk,
): Thread {
  if (starts === undefined) return layOut(root, info, walk);
  const component = createThread(info);
  const kinds = kindsOf({ at: placement?.after, starts, facts: walk.facts }, walk.options);
  for (const start of starts) {
    const thread = layOut(start, info, walk);
    component.sides.push({ rule: kinds.get(start)!, from: placement?.after, after: placement?.after, thread, isActive: false });
  }
  return component;
}

/** What a rule left out is told all the same, parents first, at its place in the file (C064, X19). */
function recover(missing: readonly Entry[], { dag, options }: Walk): Entry[] {
  report(
    options,
    "incomplete-walk",
    missing[0]!.location,
    `Unexpected ${missing.length} entries that no line tells, put in by time`,
  );
  const parent = ({ id }: Entry) => dag.edge(id)?.to;
  return [...kahn(missing, { ids: ({ id }) => id, parent, priority: dag.timeOf, tie: dag.compare }).order];
}

function final(thread: Thread, mergedInto: ReadonlyMap<Thread, Thread>): Thread {
  let last = thread;
  for (let next = mergedInto.get(last); next; next = mergedInto.get(last)) last = next;
  return last;
}

/** The previous entry of the line that has a message, else the previous entry, for each entry of a line. */
function createNeighbours(entries: readonly Entry[]): (entry: Entry) => Entry | undefined {
  const before = new Map<Entry, Entry | undefined>();
  let speaking: Entry | undefined;
  let previous: Entry | undefined;
  for (const entry of entries) {
    before.set(entry, speaking ?? previous);
    previous = entry;
    if (entry.message) speaking = entry;
  }
  return (entry) => before.get(entry);
}

/** Roots of a known shape are silent; a parent that should be there is a warning, a lost hook a remark (C051, C088, C089). */
function reportRoots(roots: readonly Entry[], dag: Dag, options: ReadOptions): void {
  let unexpected = 0;
  let hasBegun = false;
  for (const [index, root] of roots.entries()) {
    const edge = dag.edge(root.id);
    const shape = expectedRoot(root, !hasBegun, dag);
    hasBegun ||= !isCommand(root) && !isPassthrough(root);
    if (edge?.kind === "missing")
      report(
        options,
        "missing-parent",
        root.location,
        `Unexpected parent \`${edge.to}\` that no file holds`,
        shape ? "info" : "warning",
      );
    else if (index > 0 && edge === undefined && shape === undefined) unexpected++;
  }
  if (unexpected > 0)
    report(
      options,
      "unexpected-root",
      roots[0]!.location,
      `Unexpected ${unexpected} further beginnings in one file, expected one`,
    );
}
