import type { Entry, Bookkeeping, Malformed } from "../entry/entry.ts";
import type { AgentMode } from "@ccdag/ccast";
import type { CopyOf } from "./dedupe/dedupe-rule.ts";
import type { Edge } from "./edge.ts";

/** The id of a thread: the path of a file, with a suffix if the file holds several threads. */
export type ThreadId = string;

/** What own and link rules know about an agent. The fields are those of the `agent` node of ccast. */
export interface AgentInfo {
  /** The id of the agent, as in `agent-<id>.jsonl`. */
  readonly agentId: string;
  /** How it was started, such as `sync`, `background` or `teammate`. */
  readonly mode: AgentMode;
  /** The name of a teammate. */
  readonly name?: string | undefined;
  /** The type of the agent, such as `Explore`. */
  readonly agentType?: string | undefined;
  /** The short description that its call gave. */
  readonly description?: string | undefined;
  /** The name of the team of a teammate. */
  readonly team?: string | undefined;
  /** Set if the agent has no transcript. */
  readonly missing?: true | undefined;
  /** Where it was spawned, and the rule that found it; absent until a link rule found it. */
  readonly anchor?: { uuid?: string | undefined; toolUseId?: string | undefined; rule: string } | undefined;
}

/** What is known about a thread before its entries are laid out. */
export interface ThreadInfo {
  /** Identifies the thread in the project. */
  readonly id: ThreadId;
  /** The path of its file. */
  readonly path: string;
  /** The id of its session. */
  readonly sessionId: string;
  /** The rule that made it a thread. */
  readonly rule: string;
  /** Set if the thread is the transcript of an agent. */
  agent?: AgentInfo | undefined;
  /** The entry that spawned the agent, once a link rule found it. */
  spawnedAt?: Entry | undefined;
  /** Set if the agent continues another agent, in its own file. */
  continues?: true | undefined;
}

/** An entry that is a copy of another one. */
export interface Copy extends CopyOf {
  /** The rule that found the copy. */
  readonly rule: string;
  /**
   * Set if the entry is in the tree all the same, because two files share one record; the account then counts it as
   * folded only once.
   */
  readonly isShared?: true | undefined;
}

/** The graph: entries by id, and at most one typed edge from each to its parent. Read-only once built. */
export interface Dag {
  /** Every entry that is no copy, in the order of (path, line). */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Every copy, with its original. */
  readonly copies: readonly Copy[];
  /** Blocks of an entry, by index from 0, that another entry holds already; empty for most entries. */
  repeated: (entry: Entry) => ReadonlyMap<number, Entry>;
  /** Records without a uuid, in the order of (path, line). */
  readonly bookkeeping: readonly Bookkeeping[];
  /** Lines that hold no JSON object, in the order of (path, line). */
  readonly malformed: readonly Malformed[];
  /** Threads with entries, by id. */
  readonly threads: ReadonlyMap<ThreadId, ThreadInfo>;
  /** Threads without entries: agents whose transcript is missing. */
  readonly missing: readonly ThreadInfo[];
  /** Entries without a parent, in the order of (time, path, line). */
  readonly roots: readonly Entry[];
  /** The edge from an entry to its parent; `undefined` if none is recorded and none was concluded. */
  edge: (id: string) => Edge | undefined;
  /** The children of an entry by `parent`, `alias` and `agent` edges, in the order of (time, path, line). */
  children: (id: string) => readonly Entry[];
  /** The thread of an entry. */
  threadOf: (id: string) => ThreadId;
  /**
   * The entry that a recorded uuid means, seen from a file; `undefined` if no file holds it. Copies lead to their
   * original.
   */
  resolve: (uuid: string, path?: string) => Entry | undefined;
  /** Milliseconds since 1970. An entry without a time has that of its parent, else that of the record before it. */
  timeOf: (entry: Entry) => number;
  /** Compare two entries by (time, path, line). Every comparison uses this order. */
  compare: (a: Entry, b: Entry) => number;
  /** Position in the order of (path, line), from 0. */
  positionOf: (id: string) => number;
}
