import type { RecordedContent } from "@ccdag/ccast";
import {
  type Bookkeeping,
  type Copy,
  type Entry,
  fieldsWithoutPlace,
  isNotice,
  isObject,
  isSaidBySystem,
  isServerResult,
  type JsonObject,
  nodeTypeOf,
  type RawBlock,
  splitBeside,
  toBlocks,
  toolNameIn,
  toServerResult,
  unknownBlockFields,
  valuesOfNotice,
} from "@ccdag/core";

/** A content block of a record. It and each part of it become a node of the tree. */
export interface RecordedBlock {
  readonly block: RawBlock;
  /** The blocks in it, if it is a tool result. */
  readonly parts?: readonly RawBlock[] | undefined;
}

/**
 * The content blocks of a record, read from the record alone, so that the tree can be compared with them. A result in
 * the message of anyone else is kept as it is, as an unknown block.
 */
export function recordedBlocks(record: Entry | Bookkeeping): readonly RecordedBlock[] {
  const { raw } = record;
  if (record.form === "bookkeeping")
    return record.subtype === "enqueue" ? toBlocks(raw["content"]).map((block) => ({ block })) : [];
  const { type, message, attachment, content } = raw;
  const role = type ?? (isObject(message) ? message["role"] : undefined);
  const isAnswer = role === "assistant";
  const hasResults = record.userKind === "tool-result";
  if (isObject(attachment)) return attachment["type"] === "queued_command" ? read(attachment["prompt"]) : [];
  if (type === "system") return isSaidBySystem(record) ? [{ block: { type: "text", text: content } }] : [];
  if (role !== "user" && role !== "assistant") return [];
  const blocks = read(isObject(message) ? message["content"] : message);
  const { toolName: name, toolArguments: input, toolUseId: id } = raw;
  const isFlatCall = blocks.length === 0 && isAnswer && typeof name === "string" && name !== "";
  return isFlatCall ? [{ block: { type: "tool_use", id, name, input } }] : blocks;

  function read(value: unknown): RecordedBlock[] {
    const list = toBlocks(value);
    return (isAnswer ? list : splitBeside(list)).map((block) => {
      const isResult = isAnswer ? isServerResult(block) : hasResults && block.type === "tool_result";
      return { block, parts: isResult ? toBlocks(block["content"]) : undefined };
    });
  }
}

/**
 * What a record holds that the tree must hold, too: words, inputs and results of calls, recorded values, images. It is
 * read from the record alone.
 *
 * @param record as it was parsed.
 * @param copy what is known about it if it is a copy: of a notice, when and where it was written may then differ.
 */
export function recordedContents(record: Entry | Bookkeeping, copy?: Copy): readonly RecordedContent[] {
  const { form, raw } = record;
  const blocks = recordedBlocks(record);
  if (form === "entry" ? isNotice(record) : blocks.length === 0) {
    const values = form === "entry" && copy ? valuesOfNotice(record) : [raw];
    return values.map((value) => ({ what: `the record of type \`${record.type}\``, type: "notice", value }));
  }
  const contents = blocks.flatMap(contentsOf).filter(({ type }) => type !== "text" || copy?.common === undefined);
  for (const value of copy?.common ?? []) contents.push({ what: "the text", type: "text", value });
  contents.push({ what: "the structured result", type: "toolResult", value: raw["toolUseResult"] });
  // Fields of a copy are those of its original, or were filled in there.
  const fields = form === "bookkeeping" || copy ? [] : fieldsWithoutPlace(record);
  return [
    ...contents,
    ...fieldContents(
      raw,
      fields.filter((field) => field !== "toolUseResult"),
    ),
  ];
}

/** Fields stand as they are in any node. */
function fieldContents(raw: JsonObject, fields: readonly string[]): RecordedContent[] {
  return fields.map((field) => ({ what: `the field \`${field}\``, type: "notice", value: raw[field] }));
}

function contentsOf({ block, parts }: RecordedBlock): RecordedContent[] {
  const type = parts ? "toolResult" : nodeTypeOf(block);
  if (type === "unknown") return [{ what: `the block of type \`${String(block.type)}\``, type, value: block }];
  const own = parts ? contentsOfResult(block, parts) : ownContents(block, type);
  return [...own, ...fieldContents(block, unknownBlockFields(block))];
}

function contentsOfResult(block: RawBlock, parts: readonly RawBlock[]): RecordedContent[] {
  const whole = { children: parts, structured: undefined };
  const { children, structured: value } = isServerResult(block) ? toServerResult(block, (part) => part) : whole;
  const contents = children.flatMap((part) => contentsOf({ block: part }));
  const structured: RecordedContent = { what: "what was recorded", type: "toolResult", value };
  const where = `in the result of call \`${String(block["tool_use_id"])}\``;
  return [...contents, structured].map((content) => ({ ...content, what: `${content.what} ${where}` }));
}

/** What a block holds that becomes a node of a known type. */
function ownContents(block: RawBlock, type: RecordedContent["type"]): RecordedContent[] {
  const { source } = block;
  const name = String(block.type);
  const id = String(block["id"]);
  if (type === "toolCall")
    return [
      { what: `the name of call \`${id}\``, type, value: toolNameIn(block) },
      { what: `the input of call \`${id}\``, type, value: block["input"] },
    ];
  if (type === "text" || type === "thinking") return [{ what: `the ${name}`, type, value: block[name] }];
  const data = isObject(source) ? (source["data"] ?? source["url"]) : undefined;
  return [
    { what: `the title of the ${name}`, type, value: block["title"] },
    { what: `the data of the ${name}`, type, value: data },
  ];
}
