import type { JsonRecord, JsonValue, MessageContent, MessagePart } from "../../types.ts";
import { type FieldNames, makePart, messageMeta, opaquePart, restIfAny, splitFields } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { refuseForeignBlock, refuseForeignMessage } from "../foreign.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { asObject, compact, isEmpty, isList, omit, stringAt, toJsonText } from "../json.ts";
import { splitResult } from "../result-blocks.ts";
import { mediaKind } from "./media-kind.ts";

const format = "ai-sdk-model";

/** Fields of a picture or a file, beside its bytes. */
export const modelFileNames: FieldNames = [
  ["mediaType", "media_type"],
  ["filename", "filename"],
];

/** Read a `ModelMessage` of the AI SDK. Throws a {@link FormatError}. */
export function readModelMessage(blob: JsonRecord): MessageContent {
  refuseForeignMessage(blob, ["content"]);
  const { role, content } = blob;
  if (role !== "user" && role !== "assistant" && role !== "system" && role !== "tool")
    throw new FormatError(role, "blob.role", "system, user, assistant or tool");
  const rest = omit(blob, ["role", "content"]);
  return {
    role: role === "assistant" ? role : "user",
    parts: readContent(content),
    meta: messageMeta(format, typeof content === "string" ? { ...rest, content: "" } : rest, {
      originalRole: role === "system" || role === "tool" ? role : undefined,
    }),
  };
}

function readContent(content: JsonValue | undefined): MessagePart[] {
  if (typeof content === "string") return [makePart("text", content, {})];
  if (!isList(content)) throw new FormatError(content, "blob.content", "a string or an array");
  return content.map((part, at) => readPart(asObject(part, `blob.content[${at}]`), `blob.content[${at}]`));
}

function readPart(part: JsonRecord, path: string): MessagePart {
  refuseForeignBlock(part, format, path);
  const type = stringAt(part, "type", path);
  const others = (...taken: string[]) => ({ [format]: restIfAny(omit(part, ["type", ...taken])) });
  if (type === "text" || type === "reasoning")
    return makePart(type === "text" ? "text" : "thinking", stringAt(part, "text", path), others("text"));
  // Bytes that are no text are no JSON.
  if (type === "image" && typeof part["image"] === "string") return readMedia(part, "image");
  if (type === "file" && typeof part["data"] === "string") return readMedia(part, "data");
  if (type === "tool-call" && part["toolCallId"] !== undefined)
    return makePart("tool-call", undefined, {
      id: stringAt(part, "toolCallId", path),
      name: stringAt(part, "toolName", path),
      arguments: part["input"] === undefined ? "" : toJsonText(part["input"], `${path}.input`),
      ...others("toolCallId", "toolName", "input"),
    });
  if (type === "tool-result" && part["toolCallId"] !== undefined) return readResult(part, path);
  return opaquePart(format, part, type);
}

/** A picture or a file: its bytes, or its address. */
function readMedia(part: JsonRecord, field: "image" | "data"): MessagePart {
  const value = stringAt(part, field, "blob");
  const { meta, rest } = splitFields(omit(part, ["type", field]), modelFileNames);
  return makePart(field === "image" ? "image" : mediaKind(part["mediaType"]), undefined, {
    ...meta,
    [/^(?:https?|data):/i.test(value) ? "url" : "data"]: value,
    [format]: { field, ...(isEmpty(rest) ? {} : { rest }) },
  });
}

/** The output of a result is a text, JSON, or a list of contents; of any other one nothing is said, and it is kept whole. */
function readResult(part: JsonRecord, path: string): MessagePart {
  const { output } = part;
  const { value, ...kept } = isJsonObject(output) ? output : {};
  const { type } = kept;
  const { form, text, rest } = readOutput(type, value, `${path}.output.value`);
  const isError = typeof type === "string" && type.startsWith("error-");
  return makePart("tool-result", text, {
    tool_call_id: stringAt(part, "toolCallId", path),
    name: stringAt(part, "toolName", path),
    ...(isError ? { is_error: true } : {}),
    [format]: compact({
      rest: restIfAny(omit(part, ["type", "toolCallId", "toolName", "output"])),
      form,
      output: form === "whole" ? output : kept,
      ...rest,
    }),
  });
}

interface ReadOutput {
  readonly form: string;
  readonly text?: string;
  readonly rest?: JsonRecord;
}

function readOutput(type: JsonValue | undefined, value: JsonValue | undefined, path: string): ReadOutput {
  if ((type === "text" || type === "error-text") && typeof value === "string") return { form: "text", text: value };
  if ((type === "json" || type === "error-json") && value !== undefined)
    return { form: "json", text: toJsonText(value, path) };
  if (type === "content" && isList(value)) return { form: "content", ...splitResult(value, path) };
  return { form: "whole" };
}
