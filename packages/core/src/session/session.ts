import type { Pull } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import type { Entry, Bookkeeping } from "../entry/entry.ts";
import type { Thread, Threads } from "../thread/thread.ts";

/** A line that leaves from another one. */
export interface Attachment {
  /** The trunk of a session or an agent. */
  readonly thread: Thread;
  /** The entry that it leaves from. */
  readonly at: Entry;
  /** The line that tells this entry. */
  readonly parent: Thread;
}

/** Bookkeeping at its place: after an entry of its line, or at the head of it. */
export interface PlacedBookkeeping {
  readonly record: Bookkeeping;
  readonly after: Entry | undefined;
  /** What it says, where it is speech that no entry repeats. */
  readonly isSpeech: boolean;
}

/** Lines attached to lines. */
export interface SessionTree {
  readonly dag: Dag;
  readonly threads: Threads;
  /** Trunks that hang on nothing, by (time, path, line) of their first entry. Agents without a birthplace are among them. */
  readonly roots: readonly Thread[];
  /** Lines that leave from a line, by (time, path, line). */
  readonly attachedTo: (thread: Thread) => readonly Attachment[];
  /** Where a trunk hangs. */
  readonly attachment: (thread: Thread) => Attachment | undefined;
  readonly bookkeepingOf: (thread: Thread) => readonly PlacedBookkeeping[];
  /** Records that no line holds: bookkeeping of files without a conversation. */
  readonly evidence: readonly Bookkeeping[];
  /** The title of a session, by path of its file. */
  readonly titleOf: (path: string) => string | undefined;
  /** The pull requests of a session, by path of its file. */
  readonly pullsOf: (path: string) => Pull[] | undefined;
}
