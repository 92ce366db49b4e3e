import type { Entry } from "../entry/entry.ts";
import type { AgentInfo, ThreadInfo } from "./dag.ts";
import type { Families } from "./families.ts";

/** A thread of an agent that has no parent yet. */
export interface UnlinkedThread {
  /** The thread: its file, session and agent. */
  readonly info: ThreadInfo;
  /** Its entries, in the order of (path, line). */
  readonly entries: readonly Entry[];
  /** Its first entry whose parent is in another thread. */
  readonly root: Entry;
}

/** Where a thread was spawned. */
export interface Link {
  /** An unlinked thread; or a new one, for an agent that has no transcript. */
  readonly thread: ThreadInfo;
  /**
   * The entry that becomes its parent: the result of the call, or the call itself while it has none. Absent if there is
   * no such entry, and the link is only a warning.
   */
  readonly parent: Entry | undefined;
  /** The tool call that spawned it. Once the link is accepted, the call is claimed: see {@link LinkView.isClaimed}. */
  readonly call?: ClaimedCall | undefined;
  /** The first entry of a thread that is not among the open ones: a session that is an agent's. */
  readonly root?: Entry | undefined;
  /** The evidence, in a few words. */
  readonly because: string;
  /** Set where the thread continues the other one, and is no agent of it. */
  readonly continues?: true | undefined;
  /** Fields of the agent that the rule found. */
  readonly agent?: Partial<AgentInfo> | undefined;
  /** A message to report: its name, and its reason. */
  readonly warning?: { readonly rule: string; readonly reason: string } | undefined;
}

/** A tool call: its id, and the entry that holds it. Ids may repeat. */
interface ClaimedCall {
  /** The id of the `tool_use` block. */
  readonly id: string;
  /** The entry that holds the block. */
  readonly entry: Entry;
}

/** What a link rule can look at. Evidence joins threads of one family; an agent without a home may belong to any. */
export interface LinkView extends Families {
  /** Every entry that is no copy, in the order of (path, line). */
  readonly entries: readonly Entry[];
  /** Every thread that has entries. */
  readonly threads: readonly ThreadInfo[];
  /** The thread of an entry. */
  readonly threadOf: (entry: Entry) => ThreadInfo;
  /** The recorded parent of an entry, across files; copies lead to their original. */
  readonly parentOf: (entry: Entry) => Entry | undefined;
  /** Whether an entry is in a thread, or in one spawned from it: then the thread was not spawned there. */
  readonly isAbove: (thread: ThreadInfo, entry: Entry) => boolean;
  /** Whether a link that was accepted before names this call: a call spawns one agent. */
  readonly isClaimed: (call: ClaimedCall) => boolean;
  /** The file that the user named; absent if none was. */
  readonly named?: { readonly path: string } | undefined;
  /** Sidecar files by path, parsed. */
  readonly sidecars: ReadonlyMap<string, unknown>;
  /** The order of (time, path, line). */
  readonly compare: (a: Entry, b: Entry) => number;
  /** Milliseconds since 1970; an entry without a time has its parent's. */
  readonly timeOf: (entry: Entry) => number;
}

/**
 * Gives a parent to threads that have none. Rules are asked in order, each with the threads that are still unlinked. A
 * link that would make a thread its own ancestor is not accepted: the next rule is asked. Links are accepted one by
 * one, while a rule yields them, so that it sees the calls that its earlier links have claimed.
 */
export interface LinkRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param open the threads that have no parent yet.
   * @param view what the rule can look at.
   * @returns links, best first; none for threads that this rule knows nothing about.
   */
  link: (open: readonly UnlinkedThread[], view: LinkView) => Iterable<Link>;
}
