import type { Entry, Bookkeeping, Malformed } from "../entry/entry.ts";
import type { AgentMode } from "@ccdag/ccast";
import type { Edge } from "./edge.ts";

/** The id of a line of conversation: the path of a file, or a part of one. */
export type ThreadId = string;

/** What a link or own rule knows of an agent; the fields are those of the `agent` node. */
export interface AgentInfo {
  readonly agentId: string;
  readonly mode: AgentMode;
  readonly name?: string | undefined;
  readonly agentType?: string | undefined;
  readonly description?: string | undefined;
  readonly team?: string | undefined;
  /** Set where the agent has no transcript. */
  readonly missing?: true | undefined;
  /** Where it was born, and the rule that found it; absent until a link rule did. */
  readonly anchor?: { uuid?: string | undefined; toolUseId?: string | undefined; rule: string } | undefined;
}

/** Who a line belongs to. */
export interface ThreadInfo {
  readonly id: ThreadId;
  readonly path: string;
  readonly sessionId: string;
  /** The rule that made it a line. */
  readonly rule: string;
  /** Set where the line is the transcript of an agent. */
  agent?: AgentInfo | undefined;
  /** The entry that an agent was born at, once a link rule found it. */
  spawnedAt?: Entry | undefined;
  /** Set where an agent goes on from another one, in a file of its own. */
  continues?: true | undefined;
}

/** An entry that is told by another one. */
export interface Copy {
  readonly entry: Entry;
  readonly of: Entry;
  readonly rule: string;
  /** What was found, in a few words. */
  readonly because?: string | undefined;
  /** Whether the entry is told all the same, because two files share one record; it then counts as folded only once. */
  readonly isShared?: true | undefined;
}

/** The graph: entries by id, and one typed edge up from each that has one. Read-only once built. */
export interface Dag {
  /** Every entry that is no copy, in the order of (path, line). */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly copies: readonly Copy[];
  /** Blocks of an entry, by index, that another entry tells. */
  repeated: (entry: Entry) => ReadonlyMap<number, Entry>;
  readonly bookkeeping: readonly Bookkeeping[];
  readonly malformed: readonly Malformed[];
  readonly threads: ReadonlyMap<ThreadId, ThreadInfo>;
  /** Lines without entries: agents whose transcript is not there. */
  readonly missing: readonly ThreadInfo[];
  /** Entries with no edge up, in the order of (time, path, line). */
  readonly roots: readonly Entry[];
  /** The edge up from an entry. */
  edge: (id: string) => Edge | undefined;
  /** Entries that hang on this one by `parent`, `alias` or `agent` edges, in the order of (time, path, line). */
  children: (id: string) => readonly Entry[];
  threadOf: (id: string) => ThreadId;
  /** The entry that a recorded uuid means, seen from a file: copies lead to their original. */
  resolve: (uuid: string, path?: string) => Entry | undefined;
  /** Milliseconds since 1970; an entry without a time has its parent's, else that of the line before it. */
  timeOf: (entry: Entry) => number;
  /** The key of every comparison: time, then path, then line. */
  compare: (a: Entry, b: Entry) => number;
  /** Position in the order of (path, line), from 0. */
  positionOf: (id: string) => number;
}
