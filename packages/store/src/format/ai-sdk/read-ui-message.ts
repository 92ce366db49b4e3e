import type { JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import { type FieldNames, makePart, messageMeta, opaquePart, restIfAny, splitFields } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { refuseForeignBlock, refuseForeignMessage } from "../foreign.ts";
import { asObject, isList, omit, stringAt, toJsonText } from "../json.ts";
import { mediaKind } from "./media-kind.ts";

/** Fields of a file. */
export const uiFileNames: FieldNames = [
  ["mediaType", "media_type"],
  ["url", "url"],
  ["filename", "filename"],
];

/** Read a `UIMessage` of the AI SDK. Throws a {@link FormatError}. */
export function readUiMessage(blob: JsonRecord): MessageContent {
  refuseForeignMessage(blob, ["parts"]);
  const { role, parts } = blob;
  if (role !== "user" && role !== "assistant" && role !== "system")
    throw new FormatError(role, "blob.role", "user, assistant or system");
  if (!isList(parts)) throw new FormatError(parts, "blob.parts", "an array");
  return {
    role: role === "assistant" ? role : "user",
    parts: parts.flatMap((part, at) => readPart(asObject(part, `blob.parts[${at}]`), `blob.parts[${at}]`)),
    meta: messageMeta("ai-sdk", omit(blob, ["role", "parts"]), { originalRole: role === "system" ? role : undefined }),
  };
}

function readPart(part: JsonRecord, path: string): MessagePart[] {
  refuseForeignBlock(part, "ai-sdk", path);
  const type = stringAt(part, "type", path);
  const rest = omit(part, ["type"]);
  if (type === "text" || type === "reasoning") {
    const own = restIfAny(omit(rest, ["text"]));
    return [makePart(type === "text" ? "text" : "thinking", stringAt(part, "text", path), { "ai-sdk": own })];
  }
  if (type === "file" && typeof part["url"] === "string") {
    const { meta, rest: others } = splitFields(rest, uiFileNames);
    return [makePart(mediaKind(part["mediaType"]), undefined, { ...meta, "ai-sdk": restIfAny(others) })];
  }
  const name = type === "dynamic-tool" ? part["toolName"] : /^tool-(.+)$/.exec(type)?.[1];
  const { toolCallId } = part;
  if (typeof name === "string" && typeof toolCallId === "string") return readTool(part, name, toolCallId, path);
  return [opaquePart("ai-sdk", part, type)];
}

/** A part of a tool is the call and what came of it. */
function readTool(part: JsonRecord, name: string, id: string, path: string): MessagePart[] {
  const { input, output, errorText } = part;
  const field = output === undefined ? "errorText" : "output";
  const value = output === undefined ? errorText : output;
  const hasResult = output !== undefined || typeof errorText === "string";
  const taken = ["toolCallId", "toolName", "input", ...(hasResult ? [field] : [])];
  const call = makePart("tool-call", undefined, {
    id,
    name,
    arguments: input === undefined ? "" : toJsonText(input, `${path}.input`),
    // With its type, so that it is never empty.
    "ai-sdk": omit(part, part["type"] === "dynamic-tool" ? taken : taken.filter((one) => one !== "toolName")),
  });
  if (!hasResult) return [call];
  const isText = typeof value === "string";
  const text = isText ? value : toJsonText(value ?? null, `${path}.${field}`);
  const result = makePart("tool-result", text, {
    tool_call_id: id,
    name,
    ...(field === "errorText" ? { is_error: true } : {}),
    "ai-sdk": { field, ...(isText ? {} : { json: true }) },
  });
  return [call, result];
}
