import type { Content, Text, ToolCall, ToolResult } from "@ccdag/ccast";
import { besideTag } from "../entry/beside.ts";
import { clientPhrase } from "../entry/client-tags.ts";
import type { Entry, RawBlock } from "../entry/entry.ts";
import { unknownBlockFields } from "../entry/drift.ts";
import { isObject, toBlocks } from "../entry/parse-records.ts";
import type { Positioned } from "./position.ts";
import { toolNameIn } from "../entry/server-tools.ts";
import { wholeOutput } from "./whole-output.ts";

/**
 * Build the node of one content block. Each block gives one node, whatever it holds, so that blocks can be counted.
 *
 * @param block the block as recorded. Tool results are built by `toResult`.
 * @param record the position and data of its record.
 * @param holder the path of the node that will hold it (default: the same file).
 */
export function toContent(block: RawBlock, record: Positioned, holder: string | undefined = record.data.path): Content {
  const path = record.data.path === holder ? undefined : record.data.path;
  const at = withBlockFields(block, record);
  switch (nodeTypeOf(block)) {
    case "text":
      return { type: "text", value: text(block["text"]), position: at.position, data: at.data };
    case "thinking":
      return block.type === "thinking"
        ? { type: "thinking", value: text(block["thinking"]), position: at.position, data: at.data }
        : { type: "thinking", value: "", redacted: true, ...at };
    case "toolCall":
      return toCall(block, at);
    case "image":
      return { type: "image", ...source(block["source"], "image/*"), path, position: at.position };
    case "document":
      return {
        type: "document",
        title: optional(block["title"]),
        ...source(block["source"], "*/*"),
        path,
        position: at.position,
      };
    default:
      return { type: "unknown", blockType: text(block.type) || "unknown", raw: block, ...record };
  }
}

/** The type of the node of a content block: one that can hold all that the block says, else `unknown`. */
export function nodeTypeOf(block: RawBlock): Content["type"] {
  switch (block.type) {
    case "text":
    case "thinking":
      return isText(block[block.type]) ? block.type : "unknown";
    case "redacted_thinking":
      return "thinking";
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return "toolCall";
    case "image":
    case "document":
      return isMedia(block) ? block.type : "unknown";
    default:
      return "unknown";
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string" || value === undefined || value === null;
}

/** Whether an image or a document has its bytes or its address where they are expected, or nothing at all. */
function isMedia(block: RawBlock): boolean {
  const { source: from, title } = block;
  const isFound = isObject(from) ? typeof (from["data"] ?? from["url"]) === "string" : from === undefined;
  return isFound && isText(title) && unknownBlockFields(block).length === 0;
}

/** Fields of a block that this version does not know stay beside those of its record. */
function withBlockFields(block: RawBlock, at: Positioned): Positioned {
  const fields = unknownBlockFields(block);
  if (fields.length === 0) return at;
  const unknown = { ...at.data.unknown, ...Object.fromEntries(fields.map((field) => [field, block[field]])) };
  return { ...at, data: { ...at.data, unknown } };
}

/** Mark a text that the client put in beside what a person typed. */
export function withContext(node: Content): Content {
  const context = node.type === "text" ? besideTag(node.value) : undefined;
  return context === undefined ? node : { ...(node as Text), context };
}

function toCall(block: RawBlock, at: Positioned): ToolCall {
  return {
    type: "toolCall",
    id: text(block["id"]),
    name: toolNameIn(block),
    input: block["input"] ?? {},
    ...at,
  };
}

/**
 * Build the node of a `tool_result` block, with the structured result that its entry has beside it, and with the whole
 * text of a large output.
 */
export function toResult(
  block: RawBlock,
  entry: Entry,
  record: Positioned,
  sidecars: ReadonlyMap<string, unknown> | undefined,
): ToolResult {
  const at = withBlockFields(block, record);
  const children = toBlocks(block["content"]).map((child) => toContent(child, record));
  return {
    type: "toolResult",
    uuid: entry.uuid,
    timestamp: time(entry),
    isError: block["is_error"] === true ? true : undefined,
    structured: entry.raw["toolUseResult"],
    whole: wholeOutput(block, entry, sidecars),
    feedback: feedbackIn(children, entry, block["is_error"] === true),
    children,
    ...at,
  };
}

const refused = clientPhrase("refused");

/** What a person said when they refused a call: newer clients record it, older ones only write it into the text. */
function feedbackIn(children: readonly Content[], { raw }: Entry, isError: boolean): string | undefined {
  const recorded = optional(raw["userFeedback"]);
  if (recorded) return recorded;
  for (const child of children) {
    const at = isError && child.type === "text" ? child.value.indexOf(refused) : -1;
    if (at !== -1) return (child as Text).value.slice(at + refused.length) || undefined;
  }
  return undefined;
}

/** The time of a record in milliseconds since 1970; `undefined` if it has none. */
export function time({ timestamp }: { readonly timestamp: number }): number | undefined {
  return Number.isNaN(timestamp) ? undefined : timestamp;
}

function source(
  value: unknown,
  mediaType: string,
): { mediaType: string; data?: string | undefined; url?: string | undefined } {
  if (!isObject(value)) return { mediaType };
  return {
    mediaType: text(value["media_type"]) || mediaType,
    data: optional(value["data"]),
    url: optional(value["url"]),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function optional(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
