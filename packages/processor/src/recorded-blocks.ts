import { noticeContents } from "@ccdag/ccast";
import {
  type Bookkeeping,
  type Entry,
  isBoundary,
  isKnownType,
  isObject,
  isSaidBySystem,
  isServerResult,
  type JsonObject,
  type RawBlock,
  splitBeside,
  toBlocks,
  toServerResult,
} from "@ccdag/core";

/**
 * The content blocks of a record, read from the record alone: what the account and the audit compare the tree with.
 *
 * @param record an entry, or a record without a uuid.
 * @returns its blocks; none for a record that becomes a notice.
 */
function recordedBlocks(record: Entry | Bookkeeping): readonly RawBlock[] {
  const { raw } = record;
  if (record.form === "bookkeeping") return record.subtype === "enqueue" ? toBlocks(raw["content"]) : [];
  const { message, attachment } = raw;
  if (isObject(attachment))
    return attachment["type"] === "queued_command" ? splitBeside(toBlocks(attachment["prompt"])) : [];
  const role = roleOf(raw);
  if (role === "system") {
    const isSaid = isSaidBySystem({ kind: "system", subtype: String(raw["subtype"]), raw });
    return isSaid ? [{ type: "text", text: raw["content"] }] : [];
  }
  if (role !== "user" && role !== "assistant") return [];
  const isText = typeof message === "object" || typeof message === "string";
  const blocks = isObject(message) ? toBlocks(message["content"]) : isText ? toBlocks(message) : [];
  if (role === "user") return splitBeside(blocks);
  const { toolName: name, toolArguments: input } = raw;
  if (blocks.length > 0 || typeof name !== "string" || name === "") return blocks;
  // An old client writes a call without a block.
  return [{ type: "tool_use", name, input }];
}

function roleOf({ type, message }: JsonObject): unknown {
  return type ?? (isObject(message) ? message["role"] : undefined);
}

/** Whether the content of a block becomes nodes of its own. A result in the message of anyone else is kept as it is. */
function isResult(block: RawBlock, record: Entry | Bookkeeping): boolean {
  if (record.form === "bookkeeping") return false;
  if (roleOf(record.raw) === "assistant") return isServerResult(block);
  return record.userKind === "tool-result" && block.type === "tool_result";
}

/** The number of content nodes that a record becomes: its blocks, and those in its results. */
export function countBlocks(record: Entry | Bookkeeping): number {
  return recordedBlocks(record).reduce(
    (sum, block) => sum + 1 + (isResult(block, record) ? toBlocks(block["content"]).length : 0),
    0,
  );
}

/**
 * What a record holds that must stand in the tree: words, inputs of calls, results with their recorded values, data of images
 * and documents; of a record that becomes a notice all of it.
 *
 * @param record an entry, or a record without a uuid.
 * @param isNotice whether it became one, because another record holds its words.
 * @returns the values as they were recorded.
 */
export function recordedContents(record: Entry | Bookkeeping, isNotice: boolean): unknown[] {
  const { raw } = record;
  const blocks = recordedBlocks(record);
  if (isNotice || (blocks.length === 0 && isAlwaysNotice(record)))
    return record.form === "entry" ? noticeContents(isKnown(record) ? raw : undefined, record.uuid) : [raw];
  const results = blocks.filter((block) => isResult(block, record));
  // The record has one structured value for all its results.
  const structured = results.length > 0 ? [raw["toolUseResult"]] : [];
  return [
    ...blocks.flatMap((block) => (isResult(block, record) ? contentsOfResult(block) : contentsOfBlock(block))),
    ...structured,
  ].filter((value) => value !== undefined);
}

function isAlwaysNotice(record: Entry | Bookkeeping): boolean {
  return record.form === "bookkeeping" || (record.message === undefined && !isBoundary(record));
}

/** Of an entry of an unknown type the tree has the JSON. */
function isKnown(entry: Entry): boolean {
  return entry.isKnown === true || isKnownType(entry.type, entry.subtype);
}

function contentsOfResult(block: RawBlock): unknown[] {
  if (block.type === "tool_result") return toBlocks(block["content"]).flatMap(contentsOfBlock);
  const parts: RawBlock[] = [];
  const { structured } = toServerResult(block, (part) => void parts.push(part));
  return [...parts.flatMap(contentsOfBlock), structured];
}

function contentsOfBlock(block: RawBlock): unknown[] {
  const { type, source } = block;
  if (type === "text") return [block["text"]];
  if (type === "thinking") return [block["thinking"]];
  if (type === "redacted_thinking") return [];
  if (type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use") return [block["input"]];
  if (type === "image" || type === "document") {
    const data = isObject(source) ? [source["data"] ?? source["url"]] : [];
    return type === "document" ? [...data, block["title"]] : data;
  }
  return [block];
}
