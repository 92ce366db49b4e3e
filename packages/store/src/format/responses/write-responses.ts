import type { JsonRecord, JsonValue, MessageContent, MessagePart } from "../../types.ts";
import { argumentsText } from "../arguments.ts";
import { isFrom, isPlainText, joinFields, metaOf, metaText, originalRoleOf, restOf, textOf } from "../fields.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { compact } from "../json.ts";
import type { CallLink } from "../link-calls.ts";
import { audioFormat, mediaOf, toDataUrl } from "../media.ts";
import { imagesOfResult } from "../result-media.ts";
import { itemFileNames } from "./read-responses.ts";

const format = "responses";

/** Write a message as items: one for each call and each result, and one for the rest. None if nothing of it can be said. */
export function writeResponses(message: MessageContent, links: ReadonlyMap<number, CallLink>): JsonRecord[] {
  if (isFrom(message, format)) return [exactItem(message)];
  const calls: JsonRecord[] = [];
  const results: JsonRecord[] = [];
  for (const [at, part] of message.parts.entries()) {
    const link = links.get(at);
    if (part.type === "tool-call" && link?.name !== undefined) {
      const text = argumentsText(part);
      const call = { call_id: link.id, name: link.name, arguments: text === "" ? "{}" : text };
      calls.push({ type: "function_call", ...call });
    } else if (part.type === "tool-result" && link !== undefined)
      results.push({ type: "function_call_output", call_id: link.id, output: textOf(part) });
  }
  const own = foreignMessage(message);
  return message.role === "assistant" ? [...own, ...calls, ...results] : [...results, ...own, ...calls];
}

function exactItem(message: MessageContent): JsonRecord {
  const { parts, role } = message;
  const { content, ...rest } = restOf(message.meta, format);
  const [first] = parts;
  const { type } = rest;
  if (first !== undefined && type !== undefined && type !== "message") return { ...exactPart(first), type };
  const isText = content === "" && parts.length === 1 && isPlainText(first!);
  return {
    ...rest,
    role: originalRoleOf(message) ?? role,
    content: isText ? textOf(first!) : parts.flatMap(exactContent),
  };
}

/** An item that is no message. */
function exactPart(part: MessagePart): JsonRecord {
  const meta = metaOf(part);
  const rest = restOf(meta, format);
  switch (part.type) {
    case "tool-call": {
      const field = meta["type"] === "custom" ? "input" : "arguments";
      return { ...rest, ...compact({ call_id: meta["id"], name: meta["name"] }), [field]: argumentsText(part) };
    }
    case "tool-result": {
      const output = rest["output"] ?? part.text;
      return { ...rest, ...compact({ call_id: meta["tool_call_id"], output }) };
    }
    case "thinking": {
      const { rest: kept, summary } = rest;
      const own = isJsonObject(summary) ? summary : {};
      return { ...(isJsonObject(kept) ? kept : {}), summary: [{ ...own, text: textOf(part) }] };
    }
    default:
      return rest;
  }
}

function exactContent(part: MessagePart): JsonRecord[] {
  const meta = metaOf(part);
  const rest = restOf(meta, format);
  switch (part.type) {
    case "text":
      if (meta["is_refusal"] === true) return [{ ...rest, type: "refusal", refusal: textOf(part) }];
      return [{ type: "input_text", ...rest, text: textOf(part) }];
    case "image":
      return [{ ...rest, type: "input_image", ...compact({ image_url: meta["url"] }) }];
    case "file":
      return [{ ...joinFields(meta, rest, itemFileNames), type: "input_file" }];
    case "audio": {
      const own = isJsonObject(rest["audio"]) ? rest["audio"] : {};
      const audio = { ...own, ...compact({ data: meta["data"], format: meta["format"] }) };
      return [{ ...(isJsonObject(rest["rest"]) ? rest["rest"] : {}), type: "input_audio", input_audio: audio }];
    }
    default:
      return isJsonObject(meta[format]) ? [meta[format]] : [];
  }
}

function foreignMessage(message: MessageContent): JsonRecord[] {
  const original = originalRoleOf(message);
  const role = original === "system" || original === "developer" ? original : message.role;
  const content = message.parts.flatMap((part): JsonRecord[] => {
    if (part.type === "text") return foreignText(part, role);
    if (role !== "user") return [];
    return part.type === "tool-result" ? imagesOfResult(part).flatMap(foreignMedia) : foreignMedia(part);
  });
  const [first] = content;
  if (first === undefined) return [];
  const isText = content.length === 1 && first["type"] === "input_text";
  return [{ type: "message", role, content: isText ? (first["text"] as JsonValue) : content }];
}

function foreignText(part: MessagePart, role: string): JsonRecord[] {
  const text = textOf(part);
  if (text === "") return [];
  if (role !== "assistant") return [{ type: "input_text", text }];
  const isRefusal = metaOf(part)["is_refusal"] === true;
  return [isRefusal ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] }];
}

function foreignMedia(part: MessagePart): JsonRecord[] {
  const { mediaType, data, url, text, filename } = mediaOf(part);
  if (part.type === "image") {
    const address = metaText(part, "url") ?? (data && toDataUrl(mediaType ?? "image/png", data));
    return address ? [{ type: "input_image", image_url: address, detail: metaText(part, "detail") ?? "auto" }] : [];
  }
  if (part.type === "audio") {
    const kind = audioFormat(mediaType);
    if (data !== undefined && kind !== undefined) return [{ type: "input_audio", input_audio: { data, format: kind } }];
    return foreignText({ type: "text", text: metaText(part, "transcript") ?? "" }, "user");
  }
  if (part.type !== "file") return [];
  if (text !== undefined) return foreignText({ type: "text", text }, "user");
  if (data !== undefined && mediaType !== undefined)
    return [{ type: "input_file", filename: filename ?? "document", file_data: toDataUrl(mediaType, data) }];
  return url?.startsWith("http") ? [{ type: "input_file", file_url: url }] : [];
}
