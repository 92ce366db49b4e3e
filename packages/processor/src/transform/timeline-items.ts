import {
  type FlowContent,
  isThread,
  pathOf,
  threadKey,
  threadReference,
  type ThreadNode,
  type Reference,
  type Root,
  type TimelineThread,
  type TimelineNode,
} from "@ccdag/ccast";
import type { Entry } from "@ccdag/core";
import { idsOf } from "./ids-of.ts";
import { type ParentPolicy, parentsBy } from "./parents-by.ts";
import type { Transcript } from "../transcript.ts";

/** An item to order: a node, or an entry without a node that only connects others. */
export interface Item {
  readonly node: TimelineNode | undefined;
  /** Ids of all entries of the node; a single one by itself. */
  readonly ids: string | readonly string[];
  /** The id of its parent. */
  readonly parent: string | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly path: string;
  /** Its line in the file, from 1; 0 if it has no position. */
  readonly row: number;
}

/** An item with a node, and the thread of the node. */
export interface TimelineItem extends Item {
  readonly node: TimelineNode;
  readonly thread: Reference | undefined;
}

/** The input of an order. */
export interface Items {
  /** First the nodes of the tree, in the order of the tree. */
  readonly items: Array<Item | TimelineItem>;
  readonly threads: readonly TimelineThread[];
}

/**
 * Read the parents of the nodes of a tree. The parent of a node is that of its first entry; the parent of a record
 * without a uuid is the entry before it on its thread.
 */
export function readItems(tree: Root, transcript: Transcript, compaction: ParentPolicy["compaction"]): Items {
  const { dag } = transcript;
  const items: Array<Item | TimelineItem> = [];
  const threads: TimelineThread[] = [...(tree.threads ?? [])];
  const seen = new Set<string>();
  /** The last entry of each thread of a timeline so far. */
  const last = new Map<string, Entry>();
  const parentOf = parentsBy(transcript, { compaction, isDepthFirst: false });
  const beginnings = tree.order === undefined ? new Map<string, number>() : firstTimes(tree);
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
  // Entries without a node are added if they are above a node: they connect it to the next node above.
  for (const { parent } of items)
    for (let id = parent; id !== undefined && !seen.has(id);) {
      seen.add(id);
      const entry = dag.entries.get(id);
      if (entry === undefined) break;
      const { path, line: row } = entry.location;
      const above = parentOf(entry);
      items.push({ node: undefined, ids: id, parent: above, time: dag.timeOf(entry), path, row });
      id = above;
    }
  return { items, threads };

  function toItem(node: TimelineNode, at: Frame): TimelineItem {
    const path = pathOf(node) ?? at.path;
    const row = node.position?.start.line ?? 0;
    const all = idsOf(node, path, dag);
    for (const id of all) seen.add(id);
    const ids = all.length === 1 ? all[0]! : all;
    // In a timeline each node names its thread itself.
    const thread = node.thread ?? at.thread;
    const key = node.thread && threadKey(node.thread);
    const first = dag.entries.get(all[0] ?? "");
    if (first) {
      if (key === undefined) at.last = first;
      else last.set(key, first);
      return { node, thread, ids, parent: parentOf(first), time: dag.timeOf(first), path, row };
    }
    const before = key === undefined ? at.last : last.get(key);
    const beginning = () => beginnings.get(keyOf(thread)) ?? (at.beginning ??= firstTime(at.children));
    const time = node.timestamp ?? (before ? dag.timeOf(before) : beginning());
    return { node, thread, ids, parent: before?.id, time, path, row };
  }
}

/** A thread that is being read. */
interface Frame {
  readonly children: readonly FlowContent[];
  readonly thread: Reference | undefined;
  readonly path: string;
  next: number;
  /** Its last entry so far, if this is no timeline. */
  last: Entry | undefined;
  /** The time when it begins; nodes without a time that come before its first entry get this time. */
  beginning: number | undefined;
}

function createFrame(node: ThreadNode, above: Reference | undefined, outer: string): Frame {
  const path = pathOf(node) ?? outer;
  return {
    children: node.children,
    thread: threadReference(node, above),
    path,
    next: 0,
    last: undefined,
    beginning: undefined,
  };
}

function keyOf(thread: Reference | undefined): string {
  return thread ? threadKey(thread) : "";
}

/** The first time of each thread of a timeline. */
function firstTimes(timeline: Root): Map<string, number> {
  const times = new Map<string, number>();
  for (const child of timeline.children) {
    if (isThread(child) || child.timestamp === undefined || times.has(keyOf(child.thread))) continue;
    times.set(keyOf(child.thread), child.timestamp);
  }
  return times;
}

/** The first time of a thread; if it only forks, that of its first branch. */
function firstTime(children: readonly FlowContent[]): number {
  let level: readonly FlowContent[] = children;
  while (level.length > 0) {
    for (const child of level) if (!isThread(child) && child.timestamp !== undefined) return child.timestamp;
    level = level.flatMap((child) => (child.type === "branch" ? child.children : []));
  }
  return Number.NEGATIVE_INFINITY;
}
