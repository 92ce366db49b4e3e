import type { JsonRecord, JsonValue } from "../types.ts";
import { isJsonObject } from "../is-json-object.ts";
import { FormatError } from "./format-error.ts";
import type { ProviderFormat } from "./format-names.ts";
import { isList } from "./json.ts";

/** Formats by which programs hold messages; the store reads not all of them. */
type Owner = ProviderFormat | "acontext" | "responses" | "ai-sdk";

const ownerNames: Readonly<Record<Owner, string>> = {
  openai: "format openai",
  anthropic: "format anthropic",
  gemini: "format gemini",
  acontext: "format acontext",
  responses: "the Responses API of OpenAI, which is not offered",
  "ai-sdk": "the AI SDK, which is not offered",
};

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
    ["ai-sdk", "image"],
    ["acontext", "meta"],
  ],
  image_url: [["openai", "image_url"]],
  input_audio: [["openai", "input_audio"]],
  refusal: [["openai", "refusal"]],
  input_text: [["responses", "text"]],
  output_text: [["responses", "text"]],
  input_image: [["responses", "type"]],
  input_file: [["responses", "type"]],
  function_call: [["responses", "name"]],
  function_call_output: [["responses", "call_id"]],
  reasoning: [
    ["ai-sdk", "text"],
    ["responses", "type"],
  ],
  file: [
    ["openai", "file"],
    ["ai-sdk", "mediaType"],
    ["acontext", "meta"],
  ],
  "tool-call": [
    ["ai-sdk", "toolCallId"],
    ["acontext", "meta"],
  ],
  "tool-result": [
    ["ai-sdk", "toolCallId"],
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
  const rows = Object.hasOwn(owners, type) ? owners[type]! : [];
  const owner = rows.find(([, field]) => block[field] !== undefined)?.[0];
  if (owner !== undefined && owner !== format) throw foreign(type, `${path}.type`, owner);
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
  if (blob["role"] === undefined && typeof type === "string") refuseForeignBlock(blob, "acontext", "blob");
  for (const [field, isOf, owner] of contentFields) {
    const value = blob[field];
    if (own.includes(field) || value === undefined || value === null || !isOf(value)) continue;
    throw new FormatError(field, "blob", `${own.join(" or ")}; the field is of ${ownerNames[owner]}`);
  }
}

function foreign(found: unknown, path: string, owner: Owner): FormatError {
  return new FormatError(found, path, `a part of this format; it is of ${ownerNames[owner]}`);
}
