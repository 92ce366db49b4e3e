import type { Data, Message } from "@ccdag/ccast";
import { unknownFields } from "../entry/drift.ts";
import type { Entry, Bookkeeping, RecordLocation } from "../entry/entry.ts";

/** The fields that every node has: where in which file it stands. Nodes of one record share them. */
export interface Positioned {
  position: NonNullable<Message["position"]>;
  data: Data;
}

/** Position and data of nodes that tell a part of a record. */
export function withPosition({ path, line, columns }: RecordLocation): Positioned {
  const position = { start: { line, column: 1 }, end: { line, column: columns + 1 } };
  return { position, data: { path } };
}

/** The same for the node that tells the record itself: fields that nobody knows survive on it. */
export function withRecordPosition(record: Entry | Bookkeeping): Positioned {
  const at = withPosition(record.location);
  const unknown = unknownFields(record);
  if (unknown.length > 0) at.data.unknown = Object.fromEntries(unknown.map((field) => [field, record.raw[field]]));
  return at;
}
