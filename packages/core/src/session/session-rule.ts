import type { Dag } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import type { Thread } from "../thread/thread.ts";
import type { PlacedBookkeeping } from "./session.ts";

/**
 * What a compaction means for its session: `continue`, its thread continues; `root`, the boundary begins another root.
 */
export type CompactionPolicy = "continue" | "root";

/** What an attach rule can look at. */
export interface AttachView {
  /** The graph. */
  readonly dag: Dag;
  /** What a compaction means for its session. */
  readonly compaction: CompactionPolicy;
}

/** Finds the entry of another session that a session continues. The first rule that finds one decides. */
export interface AttachRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param thread the trunk of a session.
   * @param view the graph and the compaction policy.
   * @returns an entry of another thread; `undefined` if this rule finds none.
   */
  attach: (thread: Thread, view: AttachView) => Entry | undefined;
}

/** Places records without a uuid. A record that no rule places is put at the beginning of its file. */
export interface BookkeepingRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param dag the graph, whose `bookkeeping` are the records.
   * @returns records with the entry that each follows. Of several rules, the first that places a record decides.
   */
  place: (dag: Dag) => Iterable<PlacedBookkeeping>;
}
