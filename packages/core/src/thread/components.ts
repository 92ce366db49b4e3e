import type { Dag, ThreadInfo } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { isCompaction } from "../entry/kind.ts";
import { lostForks, secondBeginnings } from "./beginnings.ts";
import { kindsOf } from "./fork/kind.ts";
import { placeOf } from "./place/index.ts";
import type { Placement } from "./place/place-rule.ts";
import { reportRoots } from "./report-roots.ts";
import { parentInThread } from "./roots.ts";
import type { Thread } from "./thread.ts";
import { createThread, layOut, type Walk } from "./walk.ts";

/** The entries below one root, laid out separately. */
export interface Component {
  /** The laid-out entries. */
  readonly thread: Thread;
  /** Its roots: one, or several that compete for a lost parent. */
  readonly roots: readonly Entry[];
  /** Where it is placed; absent for the beginning of a thread, and if no place rule placed it. */
  readonly placement?: Placement | undefined;
  /** Set if it stays a thread of its own: a compaction with the policy `root`. */
  readonly isSeparate?: true | undefined;
}

/** The parts of one thread, before they are joined. */
export interface Components {
  /** The trunk: the entries below the first root, or below the alternative beginnings. */
  readonly trunk: Component;
  /** The entries below the other roots, by (path, line). */
  readonly others: readonly Component[];
}

/** The roots and entries of one thread, both by (path, line). */
export interface ThreadParts {
  /** The file, session and agent of the thread. */
  readonly info: ThreadInfo;
  /** Entries without a parent in the thread. */
  readonly roots: readonly Entry[];
  /** All entries. */
  readonly entries: readonly Entry[];
}

/**
 * Lay out the entries below each root of a thread, root by root. Nothing is joined yet.
 *
 * @param parts the roots and entries of the thread.
 * @param walk the graph, the rules, and where conclusions about forks are stored.
 * @param isSeparate whether a compaction begins a thread of its own.
 */
export function findComponents({ info, roots, entries }: ThreadParts, walk: Walk, isSeparate: boolean): Components {
  const { dag, facts, rules } = walk;
  const hasBranches = rules.hasBranches && info.agent?.mode !== "internal";
  const starts = hasBranches ? secondBeginnings(roots, entries, dag, facts) : [];
  const further = new Set(starts.slice(1));
  reportRoots(
    roots.filter((root) => !further.has(root)),
    dag,
    walk,
  );
  const trunk = starts.length > 0 ? layOutBeginnings(starts, info, walk) : layOutRoot(roots[0]!, info, walk);
  const lost = hasBranches ? lostForks(roots, dag, facts) : new Map<Entry, readonly Entry[]>();
  const neighbours = findNeighbours(entries);
  const rootOf = createRootOf(dag);
  const seen = new Set(trunk.roots);
  const others: Component[] = [];
  for (const root of roots) {
    if (seen.has(root)) continue;
    if (isSeparate && isCompaction(root)) {
      others.push({ ...layOutRoot(root, info, walk), isSeparate: true });
      continue;
    }
    const placement = placeOf(root, { dag, neighbour: neighbours.get(root) ?? roots[0]!, rootOf }, rules.place);
    const competing = lost.get(root);
    const component = competing
      ? layOutCompeting(competing, placement, info, walk)
      : layOutRoot(root, info, walk, placement);
    for (const one of component.roots) seen.add(one);
    others.push(component);
  }
  return { trunk, others };
}

function layOutRoot(root: Entry, info: ThreadInfo, walk: Walk, placement?: Placement): Component {
  return { thread: layOut(root, info, walk), roots: [root], placement };
}

/** Alternative beginnings: each is a branch of an empty trunk. */
function layOutBeginnings(starts: readonly Entry[], info: ThreadInfo, walk: Walk): Component {
  const thread = createThread(info);
  const kinds = kindsOf({ at: undefined, starts, facts: walk.facts }, walk.rules.kind);
  for (const start of starts) {
    const edge = walk.dag.edge(start.id);
    const from = edge && walk.dag.entries.get(edge.to);
    const side = layOut(start, info, walk);
    thread.sides.push({ rule: kinds.get(start)!, from, after: undefined, thread: side, isActive: false });
  }
  return { thread, roots: starts };
}

/** Roots that compete for one lost parent: each begins a branch where the first of them was placed. */
function layOutCompeting(
  starts: readonly Entry[],
  placement: Placement | undefined,
  info: ThreadInfo,
  walk: Walk,
): Component {
  const thread = createThread(info);
  const after = placement?.after;
  const kinds = kindsOf({ at: after, starts, facts: walk.facts }, walk.rules.kind);
  for (const start of starts) {
    const side = layOut(start, info, walk);
    thread.sides.push({ rule: kinds.get(start)!, from: after, after, thread: side, isActive: false });
  }
  return { thread, roots: starts, placement };
}

/** Finds the topmost entry above an entry, within its thread. The way up is shortened for those that follow. */
function createRootOf(dag: Dag): (entry: Entry) => Entry {
  const known = new Map<Entry, Entry>();
  const above = (entry: Entry) => known.get(entry) ?? parentInThread(entry, dag);
  return (entry) => {
    const climbed: Entry[] = [];
    let at = entry;
    for (let next = above(at); next; next = above(at)) {
      climbed.push(at);
      at = next;
    }
    for (const one of climbed) known.set(one, at);
    return at;
  };
}

/** For each entry of a thread, the previous entry that has a message, else the previous entry. */
function findNeighbours(entries: readonly Entry[]): Map<Entry, Entry | undefined> {
  const neighbours = new Map<Entry, Entry | undefined>();
  let speaking: Entry | undefined;
  let previous: Entry | undefined;
  for (const entry of entries) {
    neighbours.set(entry, speaking ?? previous);
    previous = entry;
    if (entry.message) speaking = entry;
  }
  return neighbours;
}
