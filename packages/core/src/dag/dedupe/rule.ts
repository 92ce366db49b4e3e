import type { Entry } from "../../entry/entry.ts";
import type { LineId } from "../dag.ts";

/** One entry that says what another one says. */
export interface CopyOf {
  readonly entry: Entry;
  /** The original, which tells it. */
  readonly of: Entry;
}

/** What a dedupe rule may ask. */
export interface DedupeView {
  /** Entries in the order of (path, line); one for each uuid. */
  readonly entries: readonly Entry[];
  readonly lineOf: (entry: Entry) => LineId;
  /** The entry that is recorded as parent, whether or not it is a copy. */
  readonly parentOf: (entry: Entry) => Entry | undefined;
  /** Entries recorded below, in the order of (path, line). */
  readonly childrenOf: (entry: Entry) => readonly Entry[];
}

/** Recognises entries that are copies of others under a uuid of their own. A copy is aliased: nothing is cut off. */
export interface DedupeRule {
  readonly name: string;
  find: (view: DedupeView) => Iterable<CopyOf>;
}
