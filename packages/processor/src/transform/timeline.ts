import type { Root, TimelineNode } from "@ccdag/ccast";
import { kahn, verifyOrder } from "@ccdag/order";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { messageAt } from "./message-at.ts";
import { type Item, readItems, type TimelineItem } from "./timeline-items.ts";
import type { Transcript } from "../transcript.ts";

/**
 * In which order a tree is told:
 *
 * - `session-tree`: depth first, as it is (seed 000).
 * - `kahn`: one stream by time in which nothing stands before what it hangs on (seed 003).
 * - `timestamp`: one stream by time alone, whatever hangs on what.
 * - `file`: one stream by path and line, as it was written.
 */
export type Order = "session-tree" | "kahn" | "timestamp" | "file";

/** Options of {@link ccdagTimeline}. */
export interface TimelineOptions {
  /** Default: `"kahn"`. */
  order?: Order | undefined;
  /**
   * Whether a compaction boundary hangs on its logical parent, where that is known (`"continue"`, the default), or
   * begins anew (`"root"`).
   */
  compaction?: "continue" | "root" | undefined;
}

/** What stands before the entry that it hangs on. */
export interface Misplaced {
  readonly child: TimelineNode;
  readonly parent: TimelineNode;
}

/**
 * unified plugin: put what sessions, branches and agents say into one stream. The root then holds messages, compactions
 * and notices, each with its `line`, and the heads of the lines in `lines`. Use it after what takes nodes out: what
 * hangs on a node that is not there hangs on the nearest one above that is.
 *
 * Entries that no order can satisfy stand at the end, by time; a message says how many (O019). It needs
 * `data.transcript`, and throws a `TypeError` for a file without one.
 */
const ccdagTimeline: Plugin<[(TimelineOptions | null | undefined)?], Root> = function (options) {
  return (tree, file) => timeline(tree, file, options ?? {});
};

export { ccdagTimeline };

/** The same as a function: a tree, or a part of one, in an order. The tree is not changed. */
export function timeline(
  tree: Root,
  file: VFile,
  { order = "kahn", compaction = "continue" }: TimelineOptions = {},
): Root {
  if (order === "session-tree") return tree;
  const { items, threads } = readItems(tree, needTranscript(file), compaction);
  const shown = arrange(items, order, file);
  return { ...tree, order, threads: [...threads], children: shown.map(({ node, thread }) => ({ ...node, thread })) };
}

/**
 * Check an order (seed 003, Verification): what hangs on an entry must stand after it (O025).
 *
 * @param tree a tree, told depth first or as a timeline.
 * @param transcript what it was made of.
 * @param compaction as for {@link ccdagTimeline}; not asked of a tree that is told depth first, where a boundary stands
 *   at its place in the file.
 * @returns every place where that is not so; empty where the order is right.
 */
export function findMisplaced(
  tree: Root,
  transcript: Transcript,
  compaction: TimelineOptions["compaction"] = "continue",
): Misplaced[] {
  const { items } = readItems(tree, transcript, tree.order === undefined ? "root" : compaction);
  const shown = items.filter(isTimelineItem);
  return verifyOrder(shown, read).map(({ child, parent }) => ({ child: child.node, parent: parent.node }));
}

const read = {
  ids: ({ ids }: Item) => ids,
  parent: ({ parent }: Item) => parent,
  priority: ({ time }: Item) => time,
  tie: byLocation,
};

function isTimelineItem(item: Item): item is TimelineItem {
  return item.node !== undefined;
}

function needTranscript(file: VFile): Transcript {
  const { transcript } = file.data;
  if (transcript === undefined) throw new TypeError("Expected a file with `data.transcript`, which parsing puts there");
  return transcript;
}

function arrange(items: readonly Item[], order: Exclude<Order, "session-tree">, file: VFile): TimelineItem[] {
  const shown = items.filter(isTimelineItem);
  if (order === "file") return shown.sort(byLocation);
  if (order === "timestamp") return shown.sort((a, b) => a.time - b.time || byLocation(a, b));
  const found = kahn(items, { ...read, isLeftOut: (item) => !isTimelineItem(item) });
  const cyclic = found.cyclic.filter(isTimelineItem);
  const [first] = cyclic;
  const reason = `${cyclic.length} records could not be ordered, they stand at the end`;
  if (first) messageAt(file, first.path, first.node.position, reason, "message-order");
  return [...found.order.filter(isTimelineItem), ...cyclic];
}

/** Ties fall to the place in the files, and never to the order in which files were listed (X06, X20). */
function byLocation(a: Item, b: Item): number {
  return a.path === b.path ? a.row - b.row : a.path < b.path ? -1 : 1;
}
