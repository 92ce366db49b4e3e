import type { Entry } from "../../entry/entry.ts";
import type { ThreadId } from "../dag.ts";

/** One entry that says what another one says. */
export interface CopyOf {
  readonly entry: Entry;
  /** The original, which tells it. */
  readonly of: Entry;
  /** What was found, in a few words. */
  readonly because?: string | undefined;
}

/** One block of an entry that another entry of the same message tells already. */
export interface BlockCopy {
  readonly entry: Entry;
  /** Which of its blocks, from 0. */
  readonly index: number;
  readonly of: Entry;
}

/** What a dedupe rule may ask. */
export interface DedupeView {
  /** Entries in the order of (path, line); one for each uuid. */
  readonly entries: readonly Entry[];
  readonly threadOf: (entry: Entry) => ThreadId;
  /** The entry that is recorded as parent, whether or not it is a copy. */
  readonly parentOf: (entry: Entry) => Entry | undefined;
  /** Entries recorded below, in the order of (path, line). */
  readonly childrenOf: (entry: Entry) => readonly Entry[];
  /** Whether one stands above the other, with a prompt in between: they are then of two messages. */
  readonly spansPrompt: (above: Entry, entry: Entry) => boolean;
}

/** Recognises entries that are copies of others under a uuid of their own. A copy is aliased: nothing is cut off. */
export interface DedupeRule {
  readonly name: string;
  find: (view: DedupeView) => Iterable<CopyOf>;
  /** Blocks that are told elsewhere, of entries that say more than these (default: none). */
  findBlocks?: ((view: DedupeView) => Iterable<BlockCopy>) | undefined;
}

/** Recognises entries with the uuid of another one as copies of it. */
export interface IdentityRule {
  readonly name: string;
  /** Whether a copy is folded into the entry that owns the uuid. */
  folds: (copy: Entry, owner: Entry) => boolean;
}
