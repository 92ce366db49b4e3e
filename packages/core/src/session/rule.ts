import type { Dag } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import type { Thread } from "../thread/thread.ts";
import type { PlacedBookkeeping } from "./session.ts";

/** What a compaction means for its session: its thread continues, or the boundary begins another root. */
export type CompactionPolicy = "continue" | "root";

/** What an attach rule may ask. */
export interface AttachView {
  readonly dag: Dag;
  readonly compaction: CompactionPolicy;
}

/** Finds the entry of another session that a session continues from. The first rule that finds one decides. */
export interface AttachRule {
  readonly name: string;
  /**
   * @param thread the trunk of a session.
   * @returns an entry of another thread; nothing where this rule knows none.
   */
  attach: (thread: Thread, view: AttachView) => Entry | undefined;
}

/** Places records without a uuid. A record that no rule places stands at the beginning of its file. */
export interface BookkeepingRule {
  readonly name: string;
  place: (dag: Dag) => Iterable<PlacedBookkeeping>;
}
