import {
  childrenOf,
  type FlowContent,
  isThread,
  threadKey,
  threadReference,
  type ThreadNode,
  type Reference,
  type Root,
  type TimelineThread,
  type TimelineNode,
  uuidsOf,
} from "@ccdag/ccast";
import type { Dag, Entry } from "@ccdag/core";
import { parentsIn } from "./parents.ts";
import type { Transcript } from "../transcript.ts";

/** What is to be ordered: a node, or an entry that no node tells, which only leads on. */
export interface Item {
  readonly node: TimelineNode | undefined;
  /** Ids of all entries that the node tells. */
  readonly ids: readonly string[];
  /** The id of what it hangs on. */
  readonly parent: string | undefined;
  readonly time: number;
  readonly path: string;
  readonly row: number;
}

/** An item that is told, and the line that it is told on. */
export interface TimelineItem extends Item {
  readonly node: TimelineNode;
  readonly thread: Reference | undefined;
}

/** Everything that an order depends on. */
export interface Items {
  /** First what the tree tells, in the order of the tree. */
  readonly items: Array<Item | TimelineItem>;
  readonly threads: readonly TimelineThread[];
}

/**
 * Read what the nodes of a tree hang on: each on what its first entry hangs on, and a record without a uuid on what
 * stands before it on its line.
 */
export function readItems(tree: Root, { dag }: Transcript, compaction: "continue" | "root"): Items {
  const items: Array<Item | TimelineItem> = [];
  const threads: TimelineThread[] = [...(tree.threads ?? [])];
  const seen = new Set<string>();
  /** The last entry that each line has told. */
  const last = new Map<string, Entry>();
  const parentOf = parentsIn(dag, compaction);
  const begun = tree.order === undefined ? new Map<string, number>() : firstTimes(tree);
  const open: Frame[] = [createFrame(tree, undefined, "")];
  for (let at = open.at(-1); at; at = open.at(-1)) {
    const node = at.children[at.next++];
    if (node === undefined) open.pop();
    else if (isThread(node)) {
      const below = createFrame(node, at.thread, at.path);
      if (below.thread) threads.push({ thread: below.thread, head: { ...node, children: [] } });
      open.push(below);
    } else items.push(toItem(node, at));
  }
  // What is not told, and stands above something that is, leads on.
  for (const { parent } of items)
    for (let id = parent; id !== undefined && !seen.has(id);) {
      seen.add(id);
      const entry = dag.entries.get(id);
      if (entry === undefined) break;
      const { path, line: row } = entry.location;
      const above = parentOf(entry);
      items.push({ node: undefined, ids: [id], parent: above, time: dag.timeOf(entry), path, row });
      id = above;
    }
  return { items, threads };

  function toItem(node: TimelineNode, at: Frame): TimelineItem {
    const path = (typeof node.data === "object" ? node.data.path : undefined) ?? at.path;
    const row = node.position?.start.line ?? 0;
    const ids = idsOf(node, path, dag);
    for (const id of ids) seen.add(id);
    // In a timeline each node says itself which line it is on.
    const thread = node.thread ?? at.thread;
    const key = keyOf(thread);
    const first = dag.entries.get(ids[0] ?? "");
    if (first) {
      last.set(key, first);
      return { node, thread, ids, parent: parentOf(first), time: dag.timeOf(first), path, row };
    }
    const before = last.get(key);
    const beginning = () => begun.get(key) ?? (at.beginning ??= firstTime(at.children));
    const time = node.timestamp ?? (before ? dag.timeOf(before) : beginning());
    return { node, thread, ids, parent: before?.id, time, path, row };
  }
}

/** A line that is being read. */
interface Frame {
  readonly children: readonly FlowContent[];
  readonly thread: Reference | undefined;
  readonly path: string;
  next: number;
  /** When it begins: what stands before its first entry, and has no time, is as old as that. */
  beginning: number | undefined;
}

function createFrame(node: ThreadNode, above: Reference | undefined, outer: string): Frame {
  const path = (typeof node.data === "object" ? node.data.path : undefined) ?? outer;
  return { children: node.children, thread: threadReference(node, above), path, next: 0, beginning: undefined };
}

function keyOf(thread: Reference | undefined): string {
  return thread ? threadKey(thread) : "";
}

/** The first time of each line of a timeline. */
function firstTimes(timeline: Root): Map<string, number> {
  const times = new Map<string, number>();
  for (const child of timeline.children) {
    if (isThread(child) || child.timestamp === undefined || times.has(keyOf(child.thread))) continue;
    times.set(keyOf(child.thread), child.timestamp);
  }
  return times;
}

/** The first time of a line; of one that only forks, that of a side. */
function firstTime(children: readonly FlowContent[]): number {
  let sides: readonly FlowContent[] = children;
  while (sides.length > 0) {
    for (const child of sides) if (!isThread(child) && child.timestamp !== undefined) return child.timestamp;
    sides = sides.flatMap((child) => (child.type === "branch" ? child.children : []));
  }
  return Number.NEGATIVE_INFINITY;
}

/** The graph's ids of what a node tells: its own entries, first to last, then those of the results in its calls. */
function idsOf(node: TimelineNode, path: string, dag: Dag): string[] {
  const uuids = [...uuidsOf(node)];
  if (node.type === "message" && node.id !== undefined) uuids.push(node.id);
  for (const block of childrenOf(node))
    for (const result of block.type === "toolCall" ? childrenOf(block) : [block]) uuids.push(...uuidsOf(result));
  const ids = uuids.flatMap((uuid) => dag.resolve(uuid, path)?.id ?? (dag.entries.has(uuid) ? uuid : []));
  return [...new Set(ids)];
}
