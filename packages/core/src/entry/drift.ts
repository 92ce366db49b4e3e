import type { Entry, Bookkeeping } from "./entry.ts";
import { isKnownType } from "./known.ts";
import { knownBlocks, knownFields } from "./fields.ts";
import { isServerResult } from "./server-tools.ts";

/**
 * The parts of a record that this version does not know: its type or subtype, the types of its blocks, its fields.
 *
 * @param record an entry or a record without a uuid.
 * @returns one name for each part, such as `type foo`, `block user/bar` or `field user.baz`; empty if all is known.
 */
export function unknownParts(record: Entry | Bookkeeping): string[] {
  const { type, subtype, isKnown } = record;
  if (isKnown) return [];
  const kind = subtype === undefined ? type : `${type}/${subtype}`;
  if (!isKnownType(type, subtype)) return [`type ${kind}`];
  const parts = unknownFields(record).map((field) => `field ${type}.${field}`);
  const blocks = record.form === "entry" ? (record.message?.blocks ?? []) : [];
  for (const block of blocks)
    if (!knownBlocks.has(String(block.type)) && !isServerResult(block))
      parts.push(`block ${type}/${String(block.type)}`);
  return parts;
}

/** The names of the fields of a record that this version does not know. */
export function unknownFields({ raw }: Entry | Bookkeeping): string[] {
  return Object.keys(raw).filter((field) => !knownFields.has(field));
}
