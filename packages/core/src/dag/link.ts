import type { Entry } from "../entry/entry.ts";
import type { AgentInfo, ThreadInfo } from "./dag.ts";

/** A line that hangs on nothing yet. */
export interface UnlinkedThread {
  readonly info: ThreadInfo;
  /** Its entries, in the order of (path, line). */
  readonly entries: readonly Entry[];
  /** Its first entry whose parent is not on the line. */
  readonly root: Entry;
}

/** Where a line was born. */
export interface Link {
  /** An open line; or one that nobody knew, of an agent that has no transcript. */
  readonly thread: ThreadInfo;
  /**
   * The entry that it hangs on: the result of the call, or the call itself while it has none. Nothing where there is
   * no such entry, and only something to say.
   */
  readonly parent: Entry | undefined;
  readonly toolUseId?: string | undefined;
  readonly because: string;
  /** Set where the line goes on from the other, and is none of its agents. */
  readonly continues?: true | undefined;
  /** What the rule learned of the agent. */
  readonly agent?: Partial<AgentInfo> | undefined;
  /** What is to be said of it: the name of a message, and its reason. */
  readonly warning?: { readonly rule: string; readonly reason: string } | undefined;
}

/** What a link rule may ask. */
export interface LinkView {
  /** Every entry that is no copy, in the order of (path, line). */
  readonly entries: readonly Entry[];
  /** Every line that has entries. */
  readonly threads: Iterable<ThreadInfo>;
  readonly threadOf: (entry: Entry) => ThreadInfo;
  readonly parentOf: (entry: Entry) => Entry | undefined;
  /** Whether an entry stands on a line, or on one that was born on it: then the line was not born there. */
  readonly isAbove: (thread: ThreadInfo, entry: Entry) => boolean;
  readonly sidecars: ReadonlyMap<string, unknown>;
  readonly compare: (a: Entry, b: Entry) => number;
  /** Milliseconds since 1970; an entry without a time has its parent's. */
  readonly timeOf: (entry: Entry) => number;
}

/**
 * Gives a parent to lines that have none. Rules are asked in order, each with the lines that are still open. A link
 * that would make a line its own ancestor is no link: the next rule is asked.
 */
export interface LinkRule {
  readonly name: string;
  link: (open: readonly UnlinkedThread[], view: LinkView) => Iterable<Link>;
}
