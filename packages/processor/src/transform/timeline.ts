import type { Root } from "@ccdag/ccast";
import { kahn } from "@ccdag/order";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { messageAt } from "./message-at.ts";
import { type Item, readItems, type TimelineItem } from "./timeline-items.ts";
import type { Transcript } from "../transcript.ts";

/**
 * The order of a tree:
 *
 * - `session-tree`: depth first, as it is.
 * - `kahn`: one stream by time in which no node comes before its parent.
 * - `timestamp`: one stream by time alone.
 * - `file`: one stream by path and line, as it was written.
 */
export type Order = "session-tree" | "kahn" | "timestamp" | "file";

/** Options of {@link ccdagTimeline}. */
export interface TimelineOptions {
  /** The order of the stream (default: `"kahn"`). */
  order?: Order | undefined;
  /**
   * Whether a compaction boundary is a child of its logical parent, if that is known (`"continue"`, the default), or
   * a new root (`"root"`).
   */
  compaction?: "continue" | "root" | undefined;
}

/**
 * unified plugin: merge the messages of sessions, branches and agents into one stream. The children of the root then
 * are messages, compactions and notices, each with its `thread`; the threads themselves, without children, are in
 * `root.threads`. Use it after transforms that remove nodes: the parent of a node is then the nearest one above that
 * stays.
 *
 * Entries on a cycle, which no order can satisfy, are placed at the end, by time; the message `message-order` gives
 * their number. The plugin needs `data.transcript`, and throws a `TypeError` for a file without it.
 */
const ccdagTimeline: Plugin<[(TimelineOptions | null | undefined)?], Root> = function (options) {
  return (tree, file) => timeline(tree, file, options ?? {});
};

export { ccdagTimeline };

/**
 * Put a tree, or a part of one, into an order: {@link ccdagTimeline} as a function.
 *
 * @param tree the finished tree, or a timeline; it is not changed.
 * @param file the file that it was read from, with `data.transcript`; it gets the messages.
 * @param options the order.
 * @returns a new root with all nodes in one stream; `tree` itself for `session-tree`.
 * @throws TypeError if the file has no `data.transcript`.
 */
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
  const found = kahn(items, { ...read, isOmitted: (item) => !isTimelineItem(item) });
  const cyclic = found.cyclic.filter(isTimelineItem);
  const [first] = cyclic;
  const reason = `${cyclic.length} records could not be ordered; they are placed at the end`;
  if (first) messageAt(file, first.path, first.node.position, reason, "message-order");
  return [...found.order.filter(isTimelineItem), ...cyclic];
}

/** Ties are broken by path and line, never by the order in which files were listed. */
function byLocation(a: Item, b: Item): number {
  return a.path === b.path ? a.row - b.row : a.path < b.path ? -1 : 1;
}
