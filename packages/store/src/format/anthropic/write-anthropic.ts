import type { JsonValue, JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import { argumentsObject, exactArguments } from "../arguments.ts";
import type { CallLink } from "../link-calls.ts";
import { isFrom, isPlainText, metaOf, metaText, originalRoleOf, restOf, signatureFor, textOf } from "../fields.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { compact } from "../json.ts";
import { joinResult } from "../result-blocks.ts";
import { imagesOfResult } from "../result-media.ts";
import { exactMedia, foreignDocument, foreignImage } from "./write-media.ts";

/** Write a message for the messages API; none if nothing of it can be said there. */
export function writeAnthropic(message: MessageContent, links: ReadonlyMap<number, CallLink>): JsonRecord[] {
  const { parts, meta } = message;
  if (!isFrom(message, "anthropic")) {
    const content = foreignContent(message, links);
    return content.length === 0 ? [] : [{ role: message.role, content }];
  }
  const rest = restOf(meta, "anthropic");
  const role = originalRoleOf(message) === "system" ? "system" : message.role;
  const isText = rest["content"] === "" && parts.length === 1 && isPlainText(parts[0]!);
  const content = isText ? textOf(parts[0]!) : parts.flatMap((part) => exactBlock(part));
  return [{ ...rest, role, content }];
}

/** A block as it came. */
function exactBlock(part: MessagePart): JsonRecord[] {
  const meta = metaOf(part);
  const rest: JsonRecord = { ...restOf(meta, "anthropic"), ...cacheControl(meta) };
  switch (part.type) {
    case "text":
      return [{ ...rest, type: "text", text: textOf(part) }];
    case "image":
    case "file":
      return [exactMedia(part, rest)];
    case "tool-call":
      return [
        {
          ...rest,
          type: "tool_use",
          ...compact({ id: meta["id"], name: meta["name"], input: exactArguments(part) }),
        },
      ];
    case "tool-result": {
      const { content: _, ...others } = rest;
      const { tool_call_id, is_error } = meta;
      const content = joinResult(part, "anthropic");
      return [{ ...others, type: "tool_result", ...compact({ tool_use_id: tool_call_id, is_error, content }) }];
    }
    case "thinking":
      return [{ ...rest, type: "thinking", thinking: textOf(part), ...compact({ signature: meta["signature"] }) }];
    case "redacted_thinking":
      return [{ ...rest, type: "redacted_thinking", ...compact({ data: meta["data"] }) }];
    default:
      return isJsonObject(meta["anthropic"]) ? [meta["anthropic"]] : [];
  }
}

function cacheControl(meta: JsonRecord): JsonRecord {
  const { cache_control } = meta;
  return cache_control === undefined ? {} : { cache_control };
}

/** The blocks of a message of another format. Results are first, as the API demands. */
function foreignContent(message: MessageContent, links: ReadonlyMap<number, CallLink>): JsonRecord[] {
  const blocks = [...message.parts.entries()].flatMap(([at, part]) => {
    const { cache_control } = metaOf(part);
    const cache = isJsonObject(cache_control) ? { cache_control } : {};
    return foreignBlocks(part, message, links.get(at)).map((block) => ({ ...block, ...cache }));
  });
  return [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))];
}

function isResult(block: JsonRecord): boolean {
  return block["type"] === "tool_result";
}

function foreignBlocks(part: MessagePart, message: MessageContent, link: CallLink | undefined): JsonRecord[] {
  const text = textOf(part);
  switch (part.type) {
    case "text":
      return text === "" ? [] : [{ type: "text", text }];
    case "image":
      return foreignImage(part);
    case "file":
      return foreignDocument(part);
    case "audio": {
      const transcript = metaText(part, "transcript");
      return transcript ? [{ type: "text", text: transcript }] : [];
    }
    case "tool-call":
      return link?.name === undefined
        ? []
        : [{ type: "tool_use", id: toAnthropicId(link.id), name: link.name, input: argumentsObject(part) }];
    case "tool-result":
      return link ? [foreignResult(part, link)] : [];
    case "thinking":
      return text === ""
        ? []
        : [{ type: "thinking", thinking: text, signature: signatureFor(part, message, "anthropic") ?? "" }];
    case "redacted_thinking": {
      const data = metaText(part, "data");
      return data === undefined ? [] : [{ type: "redacted_thinking", data }];
    }
    default:
      return [];
  }
}

function foreignResult(part: MessagePart, link: CallLink): JsonRecord {
  const images = imagesOfResult(part).flatMap(foreignImage);
  const text = textOf(part);
  const texts: JsonRecord[] = text === "" ? [] : [{ type: "text", text }];
  const content: JsonValue = images.length === 0 ? text : [...texts, ...images];
  const isError = metaOf(part)["is_error"] === true;
  return {
    type: "tool_result",
    tool_use_id: toAnthropicId(link.id),
    content,
    ...(isError ? { is_error: true } : {}),
  };
}

/** The API accepts no other characters in an id. */
function toAnthropicId(id: string): string {
  return id.replace(/[^\w-]/g, "_");
}
