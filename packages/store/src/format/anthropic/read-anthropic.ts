import type { JsonValue, JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import { keptNested, restIfAny, makePart, messageMeta, opaquePart, splitFields } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { refuseForeignBlock, refuseForeignMessage } from "../foreign.ts";
import { asObject, isList, objectAt, omit, stringAt, toJsonText } from "../json.ts";
import { splitResult } from "../result-blocks.ts";
import { documentNames, sourceNames } from "./source-names.ts";

/** Read a message of the messages API of Anthropic, a request's or an answer's. Throws a {@link FormatError}. */
export function readAnthropic(blob: JsonRecord): MessageContent {
  refuseForeignMessage(blob, ["content"]);
  const { role, content } = blob;
  if (role !== "user" && role !== "assistant" && role !== "system")
    throw new FormatError(role, "blob.role", "user, assistant or system");
  const rest = omit(blob, ["role", "content"]);
  return {
    role: role === "assistant" ? "assistant" : "user",
    parts: readContent(content),
    meta: messageMeta("anthropic", typeof content === "string" ? { ...rest, content: "" } : rest, {
      originalRole: role === "system" ? role : undefined,
    }),
  };
}

function readContent(content: JsonValue | undefined): MessagePart[] {
  if (typeof content === "string") return [makePart("text", content, {})];
  if (!isList(content)) throw new FormatError(content, "blob.content", "a string or an array");
  return content.map((block, at) => readBlock(asObject(block, `blob.content[${at}]`), `blob.content[${at}]`));
}

function readBlock(block: JsonRecord, path: string): MessagePart {
  if (block["type"] === undefined || block["source"] === undefined) refuseForeignBlock(block, "anthropic", path);
  const type = stringAt(block, "type", path);
  switch (type) {
    case "text":
      return makePart("text", stringAt(block, "text", path), common(block, ["text"]));
    case "image":
      return readImage(block, objectAt(block, "source", path));
    case "document":
      return readDocument(block, objectAt(block, "source", path));
    case "tool_use":
      return makePart("tool-call", undefined, {
        id: stringAt(block, "id", path),
        name: stringAt(block, "name", path),
        arguments: block["input"] === undefined ? "" : toJsonText(block["input"], `${path}.input`),
        ...common(block, ["id", "name", "input"]),
      });
    case "tool_result":
      return readResult(block, path);
    case "thinking":
      return readThinking(block, path);
    case "redacted_thinking":
      return makePart("redacted_thinking", undefined, {
        data: stringAt(block, "data", path),
        ...common(block, ["data"]),
      });
    default:
      refuseForeignBlock(block, "anthropic", path);
      return opaquePart("anthropic", block, type);
  }
}

/** What all blocks may have, and what no part has a field for. */
function common(block: JsonRecord, taken: readonly string[]): { cache_control?: JsonValue; anthropic?: JsonRecord } {
  const { cache_control } = block;
  const rest = restIfAny(omit(block, ["type", "cache_control", ...taken]));
  return { ...(cache_control === undefined ? {} : { cache_control }), ...(rest ? { anthropic: rest } : {}) };
}

/** Read an image. */
export function readImage(block: JsonRecord, source: JsonRecord): MessagePart {
  const { meta, rest } = splitFields(source, sourceNames);
  return makePart("image", undefined, { ...meta, ...common(keptNested(block, "source", rest), []) });
}

function readDocument(block: JsonRecord, source: JsonRecord): MessagePart {
  const { meta, rest } = splitFields(source, sourceNames);
  const document = splitFields(keptNested(block, "source", rest), documentNames);
  return makePart("file", undefined, { ...meta, ...document.meta, ...common(document.rest, []) });
}

function readResult(block: JsonRecord, path: string): MessagePart {
  const { text, rest } = splitResult(block["content"], `${path}.content`);
  const { is_error } = block;
  const isBoolean = typeof is_error === "boolean";
  const others = omit(block, ["content", ...(isBoolean ? ["is_error"] : [])]);
  return makePart("tool-result", text, {
    tool_call_id: stringAt(block, "tool_use_id", path),
    ...(isBoolean ? { is_error } : {}),
    ...common({ ...others, ...rest }, ["tool_use_id"]),
  });
}

function readThinking(block: JsonRecord, path: string): MessagePart {
  const { meta, rest } = splitFields(block, [["signature", "signature"]]);
  return makePart("thinking", stringAt(block, "thinking", path), { ...meta, ...common(rest, ["thinking"]) });
}
