import type { JsonRecord, JsonValue, MessageContent, MessagePart } from "../../types.ts";
import { makePart, messageMeta, opaquePart, restIfAny } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { asObject, isEmpty, isList, objectAt, omit, stringAt, toJsonText } from "../json.ts";
import { splitResult } from "../result-blocks.ts";

const format = "langchain";

/** The types of messages, with their roles here; those of pieces of a stream are named `AIMessageChunk`. */
const types: Readonly<Record<string, { role: "user" | "assistant"; original?: string }>> = {
  human: { role: "user" },
  ai: { role: "assistant" },
  system: { role: "user", original: "system" },
  developer: { role: "user", original: "developer" },
  tool: { role: "user", original: "tool" },
  function: { role: "user", original: "function" },
  chat: { role: "user", original: "chat" },
  generic: { role: "user", original: "chat" },
};

/** Read a message of LangChain: its type, and its fields in `data`. Throws a {@link FormatError}. */
export function readLangChain(blob: JsonRecord): MessageContent {
  const type = stringAt(blob, "type", "blob");
  const name = type.replace(/^(.+)MessageChunk$/, (_, kind: string) => kind.toLowerCase());
  const row = Object.hasOwn(types, name) ? types[name] : undefined;
  if (row === undefined) throw new FormatError(type, "blob.type", Object.keys(types).join(", "));
  const data = objectAt(blob, "data", "blob");
  const isResult = name === "tool" || name === "function";
  const { parts, rest } = isResult ? readResult(data) : readSaid(data, row.role === "assistant");
  return {
    role: row.role,
    parts,
    meta: messageMeta(format, { ...omit(blob, ["data"]), data: rest }, { originalRole: row.original }),
  };
}

interface ReadData {
  readonly parts: MessagePart[];
  readonly rest: JsonRecord;
}

function readSaid(data: JsonRecord, hasCalls: boolean): ReadData {
  const { content, tool_calls: calls } = data;
  const parts = readContent(content);
  if (!hasCalls || !isList(calls) || calls.length === 0)
    return { parts, rest: { ...omit(data, ["content"]), ...formOf(content) } };
  const read = calls.map((call, at) => {
    const path = `blob.data.tool_calls[${at}]`;
    return readCall(asObject(call, path), path);
  });
  return { parts: [...parts, ...read], rest: { ...omit(data, ["content", "tool_calls"]), ...formOf(content) } };
}

/** What the parts do not say of the content. */
function formOf(content: JsonValue | undefined): JsonRecord {
  if (typeof content === "string") return { content: "" };
  return content === null || (isList(content) && content.length === 0) ? { content } : {};
}

function readContent(content: JsonValue | undefined): MessagePart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return content === "" ? [] : [makePart("text", content, {})];
  if (!isList(content)) throw new FormatError(content, "blob.data.content", "a string or an array");
  return content.map((block, at) =>
    typeof block === "string"
      ? makePart("text", block, { [format]: { form: "string" } })
      : readBlock(asObject(block, `blob.data.content[${at}]`)),
  );
}

/** Blocks of all providers may be there; those that are not known are kept whole. */
function readBlock(block: JsonRecord): MessagePart {
  const { type, text, reasoning, image_url: image } = block;
  const kept = (...taken: string[]) => {
    const rest = omit(block, ["type", ...taken]);
    return { [format]: isEmpty(rest) ? undefined : { rest } };
  };
  if (type === "text" && typeof text === "string") return makePart("text", text, kept("text"));
  if (type === "reasoning" && typeof reasoning === "string") return makePart("thinking", reasoning, kept("reasoning"));
  if (type === "image_url" && isJsonObject(image) && typeof image["url"] === "string")
    return makePart("image", undefined, {
      url: image["url"],
      [format]: { form: "image_url", rest: omit(block, ["type", "image_url"]), image: omit(image, ["url"]) },
    });
  if (type === "image" || type === "audio" || type === "video" || type === "file") {
    const field = ["base64", "data", "url"].find((one) => typeof block[one] === "string");
    const mime = ["mime_type", "mimeType"].find((one) => typeof block[one] === "string");
    if (field !== undefined)
      return makePart(type, undefined, {
        [field === "url" ? "url" : "data"]: block[field],
        ...(mime === undefined ? {} : { media_type: block[mime] }),
        [format]: { form: "media", field, rest: omit(block, ["type", field]) },
      });
  }
  return opaquePart(format, block, type);
}

function readCall(call: JsonRecord, path: string): MessagePart {
  const { id, args } = call;
  const hasId = typeof id === "string";
  return makePart("tool-call", undefined, {
    ...(hasId ? { id } : {}),
    name: stringAt(call, "name", path),
    arguments: args === undefined ? "" : toJsonText(args, `${path}.args`),
    [format]: restIfAny(omit(call, ["name", "args", ...(hasId ? ["id"] : [])])),
  });
}

function readResult(data: JsonRecord): ReadData {
  const { content, tool_call_id: id, name, status } = data;
  const path = "blob.data.content";
  const { text, rest } = splitResult(isList(content) ? content.map(asBlock) : content, path);
  const [hasId, hasName] = [typeof id === "string", typeof name === "string"];
  if (!hasId && !hasName) throw new FormatError(id, "blob.data.tool_call_id", "a string");
  const part = makePart("tool-result", text, {
    ...(hasId ? { tool_call_id: id } : {}),
    ...(hasName ? { name } : {}),
    ...(status === "error" ? { is_error: true } : {}),
    [format]: restIfAny(rest),
  });
  return {
    parts: [part],
    rest: omit(data, ["content", ...(hasId ? ["tool_call_id"] : []), ...(hasName ? ["name"] : [])]),
  };
}

/** A list may hold texts without a block around them. */
function asBlock(block: JsonValue): JsonValue {
  return typeof block === "string" ? { type: "text", text: block, form: "string" } : block;
}
