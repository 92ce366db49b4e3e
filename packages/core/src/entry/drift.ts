import type { Entry, Bookkeeping, RawBlock } from "./entry.ts";
import { isNotice } from "./kind.ts";
import { isKnownType } from "./known.ts";
import { keptFields, knownBlocks, knownFields } from "./fields.ts";
import { toBlocks } from "./parse-records.ts";
import { isServerResult } from "./server-tools.ts";

/**
 * The parts of a record that this version does not know: its type or subtype, its fields, the types and fields of its blocks and of
 * those in results.
 *
 * @param record an entry or a record without a uuid.
 * @returns one name for each part, such as `type foo`, `block user/bar` or `field user.baz`; of a block
 *   `field user/text.baz`, in a result `block user/tool_result/bar`; empty if all is known.
 */
export function unknownParts(record: Entry | Bookkeeping): string[] {
  const { type, subtype, isKnown, unknown = [] } = record;
  if (isKnown || unknown.length > 0) return [...unknown];
  const kind = subtype === undefined ? type : `${type}/${subtype}`;
  if (!isKnownType(type, subtype)) return [`type ${kind}`];
  const parts = Object.keys(record.raw)
    .filter((field) => !knownFields.has(field) && !keptFields.has(field))
    .map((field) => `field ${type}.${field}`);
  const blocks = record.form === "entry" ? (record.message?.blocks ?? []) : [];
  for (const block of blocks) {
    for (const part of unknownInBlock(block, type)) parts.push(part);
    if (block.type === "tool_result")
      for (const one of toBlocks(block["content"]))
        for (const part of unknownInBlock(one, `${type}/tool_result`)) parts.push(part);
  }
  return parts;
}

function unknownInBlock(block: RawBlock, where: string): string[] {
  const type: unknown = block.type ?? "unknown";
  const path = `${where}/${String(type)}`;
  if (!knownBlocks.has(block.type) && !isServerResult(block)) return [`block ${path}`];
  return unknownBlockFields(block).map((field) => `field ${path}.${field}`);
}

/** The names of the fields of a record that have no place in the tree. A recorded result has none without a block for it. */
export function fieldsWithoutPlace(record: Entry | Bookkeeping): string[] {
  const hasResult = record.form === "bookkeeping" || record.userKind === "tool-result" || isNotice(record);
  return Object.keys(record.raw).filter(
    (field) => !knownFields.has(field) || (field === "toolUseResult" && !hasResult),
  );
}

/** The names of the fields of a block that have no place in the tree and say something; of an unknown block none. */
export function unknownBlockFields(block: RawBlock): string[] {
  const fields = knownBlocks.get(block.type);
  if (fields === undefined) return [];
  return Object.keys(block).filter(
    (field) => field !== "type" && field !== "cache_control" && block[field] != null && !fields.includes(field),
  );
}
