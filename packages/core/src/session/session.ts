import type { Pull } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import type { Entry, Bookkeeping } from "../entry/entry.ts";
import type { Thread, Threads } from "../thread/thread.ts";

/** A thread that is a child of another one. */
export interface Attachment {
  /** The trunk of a session or an agent. */
  readonly thread: Thread;
  /** The entry that spawned it, or that it continues. */
  readonly at: Entry;
  /** The thread that holds this entry. */
  readonly parent: Thread;
}

/** A bookkeeping record with its placement. */
export interface PlacedBookkeeping {
  /** The record. */
  readonly record: Bookkeeping;
  /** The entry that it follows; `undefined` at the beginning of a thread. */
  readonly after: Entry | undefined;
  /** Whether it is queued input that no entry repeats, and so becomes a message. */
  readonly isSpeech: boolean;
}

/** The threads of a project as a tree. */
export interface SessionTree {
  /** The graph. */
  readonly dag: Dag;
  /** All threads. */
  readonly threads: Threads;
  /**
   * Trunks without a parent, by (time, path, line) of their first entry. Agents that no call is known for are among
   * them.
   */
  readonly roots: readonly Thread[];
  /** The child threads of a thread, by (time, path, line). */
  readonly attachedTo: (thread: Thread) => readonly Attachment[];
  /** The parent of a trunk; `undefined` for roots. */
  readonly attachment: (thread: Thread) => Attachment | undefined;
  /**
   * The first entries of threads that became roots because their sessions form a cycle: each comes before its recorded
   * parent.
   */
  readonly detached: ReadonlySet<Entry>;
  /** The records without a uuid of a thread, in file order. */
  readonly bookkeepingOf: (thread: Thread) => readonly PlacedBookkeeping[];
  /** Records that no thread holds: bookkeeping of files without a conversation. */
  readonly evidence: readonly Bookkeeping[];
  /** The title of a session, by path of its file; `undefined` if it has none. */
  readonly titleOf: (path: string) => string | undefined;
  /** The pull requests of a session, by path of its file; `undefined` if it names none. */
  readonly pullsOf: (path: string) => Pull[] | undefined;
}
