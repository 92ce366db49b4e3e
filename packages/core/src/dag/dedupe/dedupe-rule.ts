import type { Entry } from "../../entry/entry.ts";
import type { ThreadId } from "../dag.ts";

/** An entry with the same content as another one. */
export interface CopyOf {
  /** The copy. */
  readonly entry: Entry;
  /** The original, which is in the tree. In the graph it is never a copy itself. */
  readonly of: Entry;
  /** The evidence, in a few words. */
  readonly because?: string | undefined;
  /** What the original has of a copy, if that need not be all: words of its text (default: everything). */
  readonly common?: readonly string[] | undefined;
  /** Other entries that hold a part of the copy (default: the original holds all of it). */
  readonly others?: readonly Entry[] | undefined;
}

/** One block of an entry that another entry of the same message holds already. */
export interface BlockCopy {
  /** The entry that repeats the block. */
  readonly entry: Entry;
  /** Which of its blocks, from 0. */
  readonly index: number;
  readonly of: Entry;
}

/** What a dedupe rule can look at. */
export interface DedupeView {
  /** Entries in the order of (path, line); one for each uuid. */
  readonly entries: readonly Entry[];
  /** The thread of an entry. */
  readonly threadOf: (entry: Entry) => ThreadId;
  /** The lineage of an entry: its session, those that it continues, and those that wrote the same history again. */
  readonly lineageOf: (entry: Entry) => string;
  /** The recorded parent of an entry, whether or not it is a copy. */
  readonly parentOf: (entry: Entry) => Entry | undefined;
  /** The recorded children of an entry, in the order of (path, line). */
  readonly childrenOf: (entry: Entry) => readonly Entry[];
  /**
   * Whether the first entry is an ancestor of the second with a prompt between them. They then belong to two messages.
   */
  readonly spansPrompt: (above: Entry, entry: Entry) => boolean;
}

/**
 * Recognises entries that are copies of others under another uuid. A copy becomes an alias; nothing below it is lost.
 */
export interface DedupeRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param view the entries that no earlier rule has folded.
   * @returns the copies; an original may be a copy itself.
   */
  find: (view: DedupeView) => Iterable<CopyOf>;
  /** Blocks that are copies, of entries that also hold something new (default: none). */
  findBlocks?: ((view: DedupeView) => Iterable<BlockCopy>) | undefined;
}

/** Recognises records with the uuid of another one as copies of it. */
export interface IdentityRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /** Whether a record is folded into the entry that owns the uuid. Both have the same type and content. */
  folds: (copy: Entry, owner: Entry) => boolean;
}
