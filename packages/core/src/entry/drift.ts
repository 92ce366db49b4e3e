import { toBlocks } from "./parse-entries.ts";
import type { Entry, Bookkeeping, RawBlock } from "./entry.ts";
import { isKnownType } from "./known.ts";
import { keptFields, knownBlocks, knownFields } from "./fields.ts";
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
  const fields = unknownFields(record).filter((field) => !keptFields.has(field));
  const parts = fields.map((field) => `field ${type}.${field}`);
  const blocks = record.form === "entry" ? (record.message?.blocks ?? []) : [];
  for (const block of blocks) {
    if (!isKnownBlock(block)) parts.push(`block ${type}/${String(block.type)}`);
    if (block.type !== "tool_result") continue;
    for (const inner of toBlocks(block["content"]))
      if (!isKnownBlock(inner) && inner.type !== "tool_reference")
        parts.push(`block ${type}/tool_result/${String(inner.type)}`);
  }
  return parts;
}

function isKnownBlock(block: RawBlock): boolean {
  return knownBlocks.has(String(block.type)) || isServerResult(block);
}

/** The names of the fields of a record that the tree has no place for. */
export function unknownFields({ raw }: Entry | Bookkeeping): string[] {
  return Object.keys(raw).filter((field) => !knownFields.has(field));
}
