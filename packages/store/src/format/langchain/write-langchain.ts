import type { JsonRecord, JsonValue, MessageContent, MessagePart } from "../../types.ts";
import { argumentsObject, exactArguments } from "../arguments.ts";
import { isFrom, isPlainText, metaOf, metaText, originalRoleOf, restOf, textOf } from "../fields.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { compact, isList } from "../json.ts";
import type { CallLink } from "../link-calls.ts";
import { mediaOf, toDataUrl } from "../media.ts";
import { joinResult } from "../result-blocks.ts";
import { imagesOfResult } from "../result-media.ts";

const format = "langchain";

/** Write a message for LangChain: one for each tool result, and one for the rest. None if nothing of it can be said. */
export function writeLangChain(message: MessageContent, links: ReadonlyMap<number, CallLink>): JsonRecord[] {
  if (isFrom(message, format)) return [exactMessage(message)];
  const results = [...message.parts.entries()].flatMap(([at, part]) => {
    const link = links.get(at);
    return part.type === "tool-result" && link !== undefined ? [foreignResult(part, link)] : [];
  });
  const rest = foreignMessage(message, links);
  return message.role === "assistant" ? [...rest, ...results] : [...results, ...rest];
}

function exactMessage({ meta, parts }: MessageContent): JsonRecord {
  const { data, ...rest } = restOf(meta, format);
  const kept = isJsonObject(data) ? data : {};
  const [result] = parts;
  if (parts.length === 1 && result?.type === "tool-result") {
    const { tool_call_id, name } = metaOf(result);
    return { ...rest, data: { ...kept, ...compact({ content: exactResult(result), tool_call_id, name }) } };
  }
  const calls = parts.flatMap((part) => (part.type === "tool-call" ? [exactCall(part)] : []));
  const said = parts.filter(({ type }) => type !== "tool-call");
  return {
    ...rest,
    data: { ...kept, ...exactContent(said, kept), ...(calls.length > 0 ? { tool_calls: calls } : {}) },
  };
}

function exactContent(parts: readonly MessagePart[], { content }: JsonRecord): JsonRecord {
  if (parts.length === 0) return content === undefined ? {} : { content };
  if (parts.length === 1 && content === "" && isPlainText(parts[0]!)) return { content: textOf(parts[0]!) };
  return { content: parts.flatMap(exactBlock) };
}

function exactBlock(part: MessagePart): JsonValue[] {
  const meta = metaOf(part);
  const { form, field, image, ...kept } = restOf(meta, format);
  const rest = isJsonObject(kept["rest"]) ? kept["rest"] : {};
  if (part.type === "text") return form === "string" ? [textOf(part)] : [{ ...rest, type: "text", text: textOf(part) }];
  if (part.type === "thinking") return [{ ...rest, type: "reasoning", reasoning: textOf(part) }];
  if (form === "image_url") {
    const own = isJsonObject(image) ? image : {};
    return [{ ...rest, type: "image_url", image_url: { ...own, url: meta["url"] ?? "" } }];
  }
  if (form === "media" && typeof field === "string")
    return [{ ...rest, type: part.type, [field]: meta["url"] ?? meta["data"] ?? "" }];
  return part.type === "data" && isJsonObject(meta[format]) ? [meta[format]] : [];
}

function exactCall(part: MessagePart): JsonRecord {
  const meta = metaOf(part);
  return { ...restOf(meta, format), ...compact({ name: meta["name"], args: exactArguments(part), id: meta["id"] }) };
}

function exactResult(part: MessagePart): JsonValue | undefined {
  const content = joinResult(part, format);
  if (!isList(content)) return content;
  return content.map((block) => (isJsonObject(block) && block["form"] === "string" ? (block["text"] ?? "") : block));
}

function foreignMessage(message: MessageContent, links: ReadonlyMap<number, CallLink>): JsonRecord[] {
  const { parts, role } = message;
  const original = originalRoleOf(message);
  const isSystem = original === "system" || original === "developer";
  const blocks = parts.flatMap((part) => {
    if (part.type === "tool-result") return isSystem ? [] : imagesOfResult(part).flatMap(foreignBlock);
    return isSystem && part.type !== "text" ? [] : foreignBlock(part);
  });
  const calls = [...parts.entries()].flatMap(([at, part]) => {
    const link = links.get(at);
    return part.type === "tool-call" && link?.name !== undefined && role === "assistant"
      ? [{ name: link.name, args: argumentsObject(part), id: link.id, type: "tool_call" }]
      : [];
  });
  if (blocks.length === 0 && calls.length === 0) return [];
  return [
    langChainMessage(isSystem ? "system" : role === "assistant" ? "ai" : "human", {
      content: contentOf(blocks),
      ...(role === "assistant" && !isSystem ? { tool_calls: calls } : {}),
    }),
  ];
}

/** A message of LangChain with what each of them has. */
export function langChainMessage(type: "system" | "ai" | "human" | "tool", data: JsonRecord): JsonRecord {
  return { type, data: { ...data, additional_kwargs: {}, response_metadata: {} } };
}

function contentOf(blocks: readonly JsonRecord[]): JsonValue {
  const [first] = blocks;
  if (first === undefined) return "";
  return blocks.length === 1 && first["type"] === "text" ? (first["text"] ?? "") : blocks;
}

function foreignResult(part: MessagePart, { id, name }: CallLink): JsonRecord {
  const status = metaOf(part)["is_error"] === true ? "error" : "success";
  return langChainMessage("tool", { content: textOf(part), tool_call_id: id, ...compact({ name }), status });
}

function foreignBlock(part: MessagePart): JsonRecord[] {
  const text = textOf(part);
  switch (part.type) {
    case "text":
      return text === "" ? [] : [{ type: "text", text }];
    case "thinking":
      return text === "" ? [] : [{ type: "reasoning", reasoning: text }];
    case "image":
    case "audio":
    case "video":
    case "file":
      return foreignMedia(part);
    default:
      return [];
  }
}

function foreignMedia(part: MessagePart): JsonRecord[] {
  const { mediaType, data, url, text, filename } = mediaOf(part);
  const said = text ?? (data === undefined && url === undefined ? metaText(part, "transcript") : undefined);
  if (said !== undefined) return said === "" ? [] : [{ type: "text", text: said }];
  if (data === undefined && url === undefined) return [];
  if (part.type === "image") {
    const address = data === undefined ? url! : toDataUrl(mediaType ?? "image/png", data);
    return [{ type: "image_url", image_url: { url: address } }];
  }
  const type = mediaType ?? "application/octet-stream";
  const source = data === undefined ? { source_type: "url", url: url! } : { source_type: "base64", data };
  return [{ type: part.type, ...source, mime_type: type, ...compact({ filename }) }];
}
