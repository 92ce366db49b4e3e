import type { Data, Message } from "@ccdag/ccast";
import { fieldsWithoutPlace } from "../entry/drift.ts";
import { type Bookkeeping, type Entry, type RecordLocation, wordsLocation } from "../entry/entry.ts";

/** The fields that locate a node in its file. Nodes of one record share them. */
export interface Positioned {
  /** The line of the record. */
  position: NonNullable<Message["position"]>;
  /** The path of the file, and fields that this version does not know. */
  data: Data;
}

/** The position and data of nodes for a part of a record. */
export function withPosition({ path, line, column = 1, columns }: RecordLocation): Positioned {
  const position = { start: { line, column }, end: { line, column: column + columns } };
  return { position, data: { path } };
}

/**
 * The same for content of an entry: its message may have been recorded in a copy with more content.
 *
 * @param entry the entry.
 * @param holder the node that will hold the content; both share one position if they are of one record.
 */
export function withWordsPosition(entry: Entry, holder?: Pick<Message, "position" | "data">): Positioned {
  const at = wordsLocation(entry);
  const position = holder?.position;
  const isOne = position?.start.line === at.line && position.start.column === (at.column ?? 1);
  return isOne && holder?.data?.path === at.path ? { position, data: { path: at.path } } : withPosition(at);
}

/**
 * The same for a node that is not the only one of its entry, and holds what the entry has beside its words: fields that
 * this version does not know.
 */
export function withWordsAndUnknown(entry: Entry): Positioned {
  return withUnknown(withWordsPosition(entry), entry);
}

/** The same for the node of the record itself, which also keeps fields that this version does not know. */
export function withRecordPosition(record: Entry | Bookkeeping): Positioned {
  return withUnknown(withPosition(record.location), record);
}

function withUnknown(at: Positioned, record: Entry | Bookkeeping): Positioned {
  const unknown = fieldsWithoutPlace(record);
  if (unknown.length > 0) at.data.unknown = Object.fromEntries(unknown.map((field) => [field, record.raw[field]]));
  return at;
}
