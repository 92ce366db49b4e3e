import type { Root } from "./types.ts";
import { type TreeContents, readContents } from "./tree-contents.ts";

/** A line of a file. */
export interface SourceLocation {
  path: string;
  /** From 1. */
  line: number;
}

/** A line that is not told itself, because it is a copy of, or bookkeeping for, another entry. */
export interface Folded extends SourceLocation {
  uuid: string;
  /** The entry that stands for it, which is placed or hidden: its uuid, or `<path>:<line>` where it has none. */
  into: string;
  /** The rule that said so. */
  rule: string;
  /** The line is told all the same, by a node of its own: several files hold this record, or another one under its uuid. */
  isPlaced?: true | undefined;
}

/** A record without a uuid. */
export interface BookkeepingLine extends SourceLocation {
  type: string;
}

/** A line that holds a JSON object. */
export interface Recorded extends SourceLocation {
  type: string;
  uuid?: string | undefined;
  /** How many content nodes it is told in, when it is told at all: its content blocks and those of its tool results. */
  blocks: number;
  /** Listed in the account and told nowhere: bookkeeping of a file that holds no conversation. */
  isEvidence?: true | undefined;
  /** It may be told as a notice, without its blocks: its words stand in another record too. */
  mayBeNotice?: true | undefined;
}

/** What reading found. The tree is not asked: an account sets the two side by side. */
export interface Ledger {
  /** Non-blank lines of transcripts and agent files, counted on the bytes. */
  lines: number;
  records: readonly Recorded[];
  folded: readonly Folded[];
  malformed: readonly SourceLocation[];
  /** What transforms took out of the tree: uuids, and `<path>:<line>` of records without one, or with one that stays. */
  hidden: readonly string[];
}

/** The conservation account: `lines = placed + hidden + folded + uuidless + malformed`, lists counted by length. */
export interface Account {
  lines: number;
  placed: number;
  hidden: number;
  folded: readonly Folded[];
  bookkeeping: readonly BookkeepingLine[];
  malformed: readonly SourceLocation[];
}

/**
 * Draw up the account of a tree. `placed` is counted on the tree alone; nothing is obtained by subtraction.
 *
 * @param tree the finished tree.
 * @param ledger what reading found.
 * @returns the account; `audit` says whether it is right.
 */
export function account(tree: Root, ledger: Ledger): Account {
  return sumUp(readContents(tree), ledger);
}

/** The same, of what is known to be told. */
export function sumUp({ uuids }: TreeContents, ledger: Ledger): Account {
  const recorded = new Set<string>();
  const bookkeeping: BookkeepingLine[] = [];
  for (const { uuid, path, line, type } of ledger.records) {
    if (uuid === undefined) bookkeeping.push({ path, line, type });
    else recorded.add(uuid);
  }
  let hidden = 0;
  for (const uuid of new Set(ledger.hidden)) if (recorded.has(uuid) && !uuids.has(uuid)) hidden++;
  const { lines, folded, malformed } = ledger;
  return { lines, placed: uuids.size, hidden, folded, bookkeeping, malformed };
}
