import type { Compaction } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { formatTime } from "../format.ts";
import { type Labels, marked } from "../labels.ts";
import { threadMark } from "../driver/timeline-threads.ts";
import type { State } from "../types.ts";

/** Handler of a compaction: a heading, and the summary that replaced the conversation. */
export function compaction(node: Compaction, state: State): BlockContent[] {
  const head = state.heading(
    state.depth,
    state.anchor(node.uuid ?? node.id ?? ""),
    marked(state.labels.marks.compaction, compactionLabel({ ...node, timestamp: undefined }, state.labels)),
    ...state.when(node.timestamp, " • "),
    ...threadMark(node, state),
  );
  const anchors = node.uuids.slice(1).flatMap((uuid) => state.anchorIfLinked(uuid));
  const summary =
    node.children.length > 0 ? state.details(state.labels.summary, state.all(node.children), "compaction") : [];
  return [head, ...anchors, ...summary];
}

/**
 * `Conversation compacted (115k tokens) • 2026-04-14 09:09:28`; unknown parts are omitted.
 *
 * @param compaction its token count, and its time in milliseconds since 1970.
 * @param labels the words of the document.
 */
export function compactionLabel({ preTokens, timestamp }: Compaction, labels: Labels): string {
  const count = preTokens !== undefined && preTokens >= 1000 ? `${Math.floor(preTokens / 1000)}k` : preTokens;
  const tokens = count ? ` (${count} ${labels.tokens})` : "";
  const time = timestamp === undefined ? "" : ` • ${formatTime(timestamp)}`;
  return `${labels.compacted}${tokens}${time}`;
}
