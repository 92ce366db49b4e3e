import type { BranchRule } from "@ccdag/ccast";
import type { ThreadInfo } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import type { Placement } from "./place/rule.ts";

/** What was concluded at a fork. */
export interface Judged {
  readonly at: Entry;
  /** The rule that named it; of a true fork the kind of its sides, drafts apart. */
  readonly rule: string;
  /** The first entry of each side, by (time, path, line). */
  readonly sides: readonly Entry[];
  /** Set where the fork is true: the prompts that compete. */
  readonly prompts?: readonly Entry[] | undefined;
  /** Set where the prompts stand below the sides of one turn: the rule that told the turn. */
  readonly below?: string | undefined;
  /** The side in which the session was taken up again. */
  readonly resumed?: Entry | undefined;
}

/** One alternative of a true fork. */
export interface Side {
  readonly rule: BranchRule;
  /** The entry that it leaves from; nothing for a second beginning. */
  readonly from: Entry | undefined;
  /** The last entry told before the sides; it stands on the line that they leave. */
  readonly after: Entry | undefined;
  readonly thread: Thread;
  isActive: boolean;
}

/** Entries in the order of telling: a trunk, a branch, or the transcript of an agent. */
export interface Thread {
  readonly info: ThreadInfo;
  readonly entries: Entry[];
  /** True forks of this line, in the order of telling. */
  readonly sides: Side[];
}

/** Every line of a graph, laid out. */
export interface Threads {
  /** Trunks: one for each session, agent and sidechain, in the order of (path, line) of their first entry. */
  readonly trunks: readonly Thread[];
  /** The line that tells an entry, by id. */
  threadOf: (id: string) => Thread | undefined;
  /** What was concluded at a fork, by id of the entry that forks. */
  judged: (id: string) => Judged | undefined;
  /** Whether the session was taken up again with this entry, beside its last ones (rule resumed-session). */
  isResumed: (id: string) => boolean;
  /** Where a root was placed, by id: the entry that it follows and the rule. */
  placed: (id: string) => Placement | undefined;
}
