import { locationId, type SourceLocation } from "./location.ts";
import type { Root } from "./types.ts";
import type { RecordedContent } from "./contents.ts";
import { isEntry } from "./tree-contents.ts";
import { uuidsOf } from "./uuids-of.ts";
import { walk } from "./walk.ts";

/** A line that another entry stands for, because it is a copy of that entry or belongs to it. */
export interface Folded extends SourceLocation {
  uuid: string;
  /** The entry that stands for the line; it is placed or hidden. Its uuid, or `<path>:<line>` if it has none. */
  into: string;
  /** The name of the rule that folded the line. */
  rule: string;
  /** The line has a node of its own all the same: several files hold this record, or another record under its uuid. */
  isPlaced?: true | undefined;
}

/** A line that holds no JSON object. */
export interface DamagedLine extends SourceLocation {
  /** How many of its characters are lost: no record holds them, and they are neither white space nor NUL. */
  lost: number;
}

/** A record without a uuid. */
interface BookkeepingLine extends SourceLocation {
  /** The `type` of the record. */
  type: string;
}

/** A line that holds a JSON object. */
export interface Recorded extends SourceLocation {
  /** The `type` of the record. */
  type: string;
  uuid?: string | undefined;
  /**
   * How many content nodes the record becomes if it is in the tree: its content blocks and those of its tool results.
   */
  blocks: number;
  /** Read on a malformed line, which is in the ledger, too. */
  isRecovered?: true | undefined;
  /** Listed in the account only, never in the tree: a bookkeeping record of a file that holds no conversation. */
  isEvidence?: true | undefined;
  /** The record may be a notice without its blocks: another record holds the same words. */
  mayBeNotice?: true | undefined;
  /**
   * Entries that hold content of the record, which is a copy without a uuid, or has blocks that were written twice. As
   * `into` of {@link Folded}.
   */
  heldBy?: readonly string[] | undefined;
}

/** What reading found in the files. It is collected without the tree, so that an account can compare the two. */
export interface Ledger {
  /** Non-blank lines of transcripts and agent files, counted on the bytes. */
  lines: number;
  /** Every line that holds a JSON object. */
  records: readonly Recorded[];
  /** Every line that another entry stands for. */
  folded: readonly Folded[];
  /** Every line that holds no JSON object. */
  malformed: readonly DamagedLine[];
  /**
   * What transforms removed from the tree: uuids, and `<path>:<line>` of records without a uuid, or of one of several
   * records with a uuid that stays.
   */
  hidden: readonly string[];
  /**
   * What a record holds, read again from the record as it was parsed. Absent where nobody has the records: then an audit
   * compares no contents.
   */
  contentsOf?: ((location: SourceLocation) => readonly RecordedContent[]) | undefined;
}

/** The conservation account: `lines = placed + hidden + folded + bookkeeping + malformed`, lists counted by length. */
export interface Account {
  /** Non-blank lines that were read. */
  lines: number;
  /** Distinct uuids in the tree. */
  placed: number;
  /** Distinct uuids that transforms removed from the tree. */
  hidden: number;
  folded: readonly Folded[];
  /** Records without a uuid, in the tree or not. */
  bookkeeping: readonly BookkeepingLine[];
  malformed: readonly DamagedLine[];
  /** Records that were read on malformed lines. They are in no other part of the account. */
  recovered: readonly SourceLocation[];
}

/**
 * Draw up the account of a tree. `placed` is counted on the tree alone; no part is obtained by subtraction.
 *
 * @param tree the finished tree.
 * @param ledger what reading found; after parsing it is in `file.data.ledger`.
 * @returns the account. It does not check itself: `audit` does.
 */
export function account(tree: Root, ledger: Ledger): Account {
  return sumUp({ uuids: readUuids(tree) }, ledger);
}

/** The uuids that a tree holds: of messages, compactions, notices and tool results. */
function readUuids(tree: Root): Set<string> {
  const uuids = new Set<string>();
  walk(tree, (node) => {
    if (isEntry(node)) for (const uuid of uuidsOf(node)) uuids.add(uuid);
    else if (node.type === "toolResult" && node.uuid !== undefined) uuids.add(node.uuid);
  });
  return uuids;
}

/** The account of a tree whose uuids were already read. */
export function sumUp(
  { uuids }: { readonly uuids: Pick<ReadonlySet<string>, "has" | "size"> },
  ledger: Ledger,
): Account {
  const recorded = new Set<string>();
  const bookkeeping: BookkeepingLine[] = [];
  const recovered: Recorded[] = [];
  for (const record of ledger.records) {
    const { uuid, path, line, type, isRecovered } = record;
    if (isRecovered) recovered.push(record);
    else if (uuid === undefined) bookkeeping.push({ path, line, type });
    if (uuid !== undefined) recorded.add(uuid);
  }
  let hidden = 0;
  for (const uuid of new Set(ledger.hidden)) if (recorded.has(uuid) && !uuids.has(uuid)) hidden++;
  let placed = uuids.size;
  const apart = new Set(recovered.map(locationId));
  const folded = recovered.length === 0 ? ledger.folded : ledger.folded.filter((row) => !apart.has(locationId(row)));
  const copies = new Set(recovered.length === 0 ? [] : ledger.folded.map(locationId));
  // Of the records with one uuid, the one that is no copy is placed or hidden.
  for (const record of recovered) {
    if (record.uuid === undefined || copies.has(locationId(record))) continue;
    if (uuids.has(record.uuid)) placed--;
    else hidden--;
  }
  const { lines, malformed } = ledger;
  return { lines, placed, hidden, folded, bookkeeping, malformed, recovered: recovered.map(toLocation) };
}

function toLocation({ path, line, column }: Recorded): SourceLocation {
  return { path, line, column };
}
