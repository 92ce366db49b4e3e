import type { BranchRule } from "@ccdag/ccast";
import type { ThreadInfo } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import type { Placement } from "./place/place-rule.ts";

/** The conclusion about a fork. */
export interface Judged {
  readonly at: Entry;
  /** The rule that named it; for a true fork the kind of its sides other than drafts. */
  readonly rule: string;
  /** The first entry of each side, by (time, path, line). */
  readonly sides: readonly Entry[];
  /** Set if the fork is true: the prompts that compete. */
  readonly prompts?: readonly Entry[] | undefined;
  /** Set if the prompts are below the sides of one turn: the rule that laid out the turn. */
  readonly below?: string | undefined;
  /** The side in which the session was resumed. */
  readonly resumed?: Entry | undefined;
}

/** One alternative of a true fork. */
export interface Side {
  /** Its kind. */
  readonly rule: BranchRule;
  /** The entry that it leaves from; `undefined` for an alternative beginning. */
  readonly from: Entry | undefined;
  /** The last entry before the sides, in the thread that they leave. */
  readonly after: Entry | undefined;
  /** Its entries. */
  readonly thread: Thread;
  /** Whether the user continued in it. */
  isActive: boolean;
}

/** Entries in their final order: a trunk, a branch, or the transcript of an agent. */
export interface Thread {
  /** The file, session and agent of the thread. */
  readonly info: ThreadInfo;
  /** Its entries, without those of its branches. */
  readonly entries: Entry[];
  /** The sides of its true forks, in order. */
  readonly sides: Side[];
}

/** Every thread of a graph, laid out. */
export interface Threads {
  /** Trunks: one for each session, agent and sidechain, in the order of (path, line) of their first entry. */
  readonly trunks: readonly Thread[];
  /** The thread of an entry, by id of the entry. */
  threadOf: (id: string) => Thread | undefined;
  /** The conclusion about a fork, by id of the entry that forks; `undefined` if the entry does not fork. */
  judged: (id: string) => Judged | undefined;
  /** Whether the session was resumed with this entry (rule resumed-session). */
  isResumed: (id: string) => boolean;
  /** Where a root was placed, by id: the entry that it follows, and the rule. `undefined` for all other entries. */
  placed: (id: string) => Placement | undefined;
}
