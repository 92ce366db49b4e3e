import type { JsonRecord, JsonValue } from "../types.ts";
import { isJsonObject } from "../is-json-object.ts";
import { FormatError } from "./format-error.ts";
import type { ProviderFormat } from "./format-names.ts";
import { isList } from "./json.ts";

/** Formats by which programs hold messages. */
type Owner = ProviderFormat | "acontext";

/** How a block of a type is recognised: its owner, and the field that it then has. */
const owners: Readonly<Record<string, readonly (readonly [Owner, string])[]>> = {
  tool_use: [["anthropic", "name"]],
  tool_result: [["anthropic", "tool_use_id"]],
  thinking: [
    ["anthropic", "thinking"],
    ["acontext", "text"],
  ],
  redacted_thinking: [["anthropic", "data"]],
  document: [["anthropic", "source"]],
  image: [
    ["anthropic", "source"],
    ["ai-sdk-model", "image"],
    ["acontext", "meta"],
  ],
  image_url: [["openai", "image_url"]],
  input_audio: [
    ["openai", "input_audio"],
    ["responses", "input_audio"],
  ],
  refusal: [
    ["openai", "refusal"],
    ["responses", "refusal"],
  ],
  custom_tool_call: [["responses", "call_id"]],
  custom_tool_call_output: [["responses", "call_id"]],
  "dynamic-tool": [["ai-sdk", "toolCallId"]],
  input_text: [["responses", "text"]],
  output_text: [["responses", "text"]],
  input_image: [["responses", "type"]],
  input_file: [["responses", "type"]],
  function_call: [["responses", "name"]],
  function_call_output: [["responses", "call_id"]],
  reasoning: [
    ["ai-sdk", "text"],
    ["ai-sdk-model", "text"],
    ["langchain", "reasoning"],
    ["responses", "type"],
  ],
  file: [
    ["openai", "file"],
    ["ai-sdk", "mediaType"],
    ["ai-sdk-model", "mediaType"],
    ["acontext", "meta"],
  ],
  // Also the part of a tool with this name.
  "tool-call": [
    ["ai-sdk-model", "toolName"],
    ["ai-sdk", "state"],
    ["acontext", "meta"],
  ],
  "tool-result": [
    ["ai-sdk-model", "toolName"],
    ["ai-sdk", "state"],
    ["acontext", "meta"],
  ],
  audio: [["acontext", "meta"]],
  video: [["acontext", "meta"]],
  data: [["acontext", "meta"]],
};

/** Fields of a part of Gemini, which has no type. */
const geminiFields = ["functionCall", "functionResponse", "inlineData", "fileData"];

/**
 * Refuse a block that belongs to another format: kept as one of this format, it would be in no read of the other one. A block that
 * no format is known to have is let through.
 *
 * @throws FormatError which names the format.
 */
export function refuseForeignBlock(block: JsonRecord, format: ProviderFormat | "acontext", path: string): void {
  const { type } = block;
  if (typeof type !== "string") {
    if (format !== "gemini" && geminiFields.some((field) => block[field] !== undefined))
      throw foreign(Object.keys(block)[0], path, "gemini");
    return;
  }
  const found = rowsOf(type)
    .filter(([, field]) => block[field] !== undefined)
    .map(([owner]) => owner);
  if (found.length > 0 && !found.includes(format)) throw foreign(type, `${path}.type`, found[0]!);
}

function rowsOf(type: string): (typeof owners)[string] {
  if (Object.hasOwn(owners, type)) return owners[type]!;
  // The AI SDK names the part of a tool after the tool.
  return type.startsWith("tool-") ? [["ai-sdk", "toolCallId"]] : [];
}

/** Fields of a message with what it says, by their format. */
const contentFields: readonly (readonly [field: string, isOf: (value: JsonValue) => boolean, Owner])[] = [
  ["tool_calls", isList, "openai"],
  ["function_call", isJsonObject, "openai"],
  ["content", (value) => typeof value === "string" || isList(value), "openai"],
  [
    "parts",
    (value) => isList(value) && value.some((part) => isJsonObject(part) && part["type"] !== undefined),
    "acontext",
  ],
  ["parts", isList, "gemini"],
];

/**
 * Refuse a message whose content is where another format has it.
 *
 * @param blob the message.
 * @param own the fields in which this format has content.
 * @throws FormatError which names the format.
 */
export function refuseForeignMessage(blob: JsonRecord, own: readonly string[]): void {
  const { type } = blob;
  if (blob["role"] === undefined && typeof type === "string") {
    refuseLangChain(blob);
    refuseForeignBlock(blob, "acontext", "blob");
  }
  for (const [field, isOf, owner] of contentFields) {
    const value = blob[field];
    if (own.includes(field) || value === undefined || value === null || !isOf(value)) continue;
    throw new FormatError(field, "blob", `${own.join(" or ")}; the field is of format ${owner}`);
  }
}

/** Refuse a message of LangChain: what it says is always in the field `content` of its data. */
export function refuseLangChain({ type, data }: JsonRecord): void {
  if (isJsonObject(data) && data["content"] !== undefined) throw foreign(type, "blob.type", "langchain");
}

function foreign(found: unknown, path: string, owner: Owner): FormatError {
  return new FormatError(found, path, `a part of this format; it is of format ${owner}`);
}
