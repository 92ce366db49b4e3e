import type { JsonRecord, JsonValue, MessageContent, MessagePart } from "../../types.ts";
import { type FieldNames, makePart, messageMeta, opaquePart, restIfAny, splitFields } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { refuseForeignBlock, refuseForeignMessage, refuseLangChain } from "../foreign.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { asObject, compact, isList, omit, stringAt } from "../json.ts";

const format = "responses";

/** Fields of a file. */
export const itemFileNames: FieldNames = [
  ["file_id", "file_id"],
  ["file_data", "file_data"],
  ["file_url", "url"],
  ["filename", "filename"],
];

/** Read an item of the Responses API, of a request or an answer. Throws a {@link FormatError}. */
export function readResponses(blob: JsonRecord): MessageContent {
  const { type } = blob;
  if (type === undefined || type === "message") return readMessage(blob);
  const kind = stringAt(blob, "type", "blob");
  refuseLangChain(blob);
  refuseForeignBlock(blob, format, "blob");
  if (kind === "function_call" || kind === "custom_tool_call") return said("assistant", blob, readCall(blob, kind));
  if (kind === "function_call_output" || kind === "custom_tool_call_output")
    return said("user", blob, readOutput(blob));
  if (kind === "reasoning") {
    const part = readReasoning(blob);
    if (part !== undefined) return said("assistant", blob, part);
  }
  return said("assistant", blob, opaquePart(format, blob, kind));
}

/** An item that is one part: what the part does not say of it is in the part. */
function said(role: MessageContent["role"], { type }: JsonRecord, part: MessagePart): MessageContent {
  return { role, parts: [part], meta: messageMeta(format, compact({ type }), {}) };
}

function readMessage(blob: JsonRecord): MessageContent {
  refuseForeignMessage(blob, ["content"]);
  const { role, content } = blob;
  if (role !== "user" && role !== "assistant" && role !== "system" && role !== "developer")
    throw new FormatError(role, "blob.role", "user, assistant, system or developer");
  const rest = omit(blob, ["role", "content"]);
  return {
    role: role === "assistant" ? role : "user",
    parts: readContent(content),
    meta: messageMeta(format, typeof content === "string" ? { ...rest, content: "" } : rest, {
      originalRole: role === "system" || role === "developer" ? role : undefined,
    }),
  };
}

function readContent(content: JsonValue | undefined): MessagePart[] {
  if (typeof content === "string") return [makePart("text", content, {})];
  if (!isList(content)) throw new FormatError(content, "blob.content", "a string or an array");
  return content.map((item, at) => readItem(asObject(item, `blob.content[${at}]`), `blob.content[${at}]`));
}

function readItem(item: JsonRecord, path: string): MessagePart {
  refuseForeignBlock(item, format, path);
  const type = stringAt(item, "type", path);
  const { image_url: url, input_audio: audio } = item;
  switch (type) {
    case "input_text":
    case "output_text":
      return makePart("text", stringAt(item, "text", path), { [format]: omit(item, ["text"]) });
    case "refusal":
      return makePart("text", stringAt(item, "refusal", path), {
        is_refusal: true,
        [format]: restIfAny(omit(item, ["type", "refusal"])),
      });
    case "input_image":
      return typeof url === "string"
        ? makePart("image", undefined, { url, [format]: restIfAny(omit(item, ["type", "image_url"])) })
        : makePart("image", undefined, { [format]: restIfAny(omit(item, ["type"])) });
    case "input_file": {
      const { meta, rest } = splitFields(omit(item, ["type"]), itemFileNames);
      return makePart("file", undefined, { ...meta, [format]: restIfAny(rest) });
    }
    case "input_audio":
      if (isJsonObject(audio) && typeof audio["data"] === "string" && typeof audio["format"] === "string") {
        const { data, format: kind, ...others } = audio;
        const rest = { rest: omit(item, ["type", "input_audio"]), audio: others };
        return makePart("audio", undefined, { data, format: kind, [format]: rest });
      }
      return opaquePart(format, item, type);
    default:
      return opaquePart(format, item, type);
  }
}

function readCall(blob: JsonRecord, kind: "function_call" | "custom_tool_call"): MessagePart {
  const field = kind === "function_call" ? "arguments" : "input";
  return makePart("tool-call", undefined, {
    id: stringAt(blob, "call_id", "blob"),
    name: stringAt(blob, "name", "blob"),
    arguments: stringAt(blob, field, "blob"),
    ...(kind === "custom_tool_call" ? { type: "custom" } : {}),
    [format]: restIfAny(omit(blob, ["type", "call_id", "name", field])),
  });
}

/** The output is a text, or a list of contents, of which the texts are said. */
function readOutput(blob: JsonRecord): MessagePart {
  const { output } = blob;
  const rest = omit(blob, ["type", "call_id", "output"]);
  const isText = typeof output === "string";
  const texts = isList(output) ? output.flatMap((item) => (isJsonObject(item) ? [item["text"]] : [])) : [];
  const text = isText ? output : texts.filter((one) => typeof one === "string").join("");
  return makePart("tool-result", isText || text !== "" ? text : undefined, {
    tool_call_id: stringAt(blob, "call_id", "blob"),
    [format]: restIfAny({ ...rest, ...(isText || output === undefined ? {} : { output }) }),
  });
}

/** A thought of which one summary is known; other ones are kept whole. */
function readReasoning(blob: JsonRecord): MessagePart | undefined {
  const { summary } = blob;
  const [first] = isList(summary) ? summary : [];
  if (!isList(summary) || summary.length !== 1 || !isJsonObject(first)) return undefined;
  const { text, ...own } = first;
  if (typeof text !== "string") return undefined;
  return makePart("thinking", text, { [format]: { rest: omit(blob, ["type", "summary"]), summary: own } });
}
