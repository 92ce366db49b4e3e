import type { Agent, Branch, Compaction, Message, Notice, Reference, Session } from "./types.ts";

/** What speaks on a line of conversation: all that a timeline holds, each with its `line`. */
export type TimelineNode = Message | Compaction | Notice;

/** A line of a timeline. */
export interface TimelineThread {
  /** As the `line` of what it says. */
  thread: Reference;
  /** What it says of itself: the node without its children. */
  head: Session | Branch | Agent;
}
