import type { Agent, Branch, Compaction, Message, Notice, Reference, Session } from "./types.ts";

/** A node of a timeline, with its `thread`. */
export type TimelineNode = Message | Compaction | Notice;

/** A thread of a timeline. */
export interface TimelineThread {
  /** Equal to the `thread` of its nodes. */
  thread: Reference;
  /** The session, branch or agent, without its children. */
  head: Session | Branch | Agent;
}
