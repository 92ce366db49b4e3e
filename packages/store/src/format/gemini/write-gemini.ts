import type { JsonValue, JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import { argumentsObject, exactArguments } from "../arguments.ts";
import type { CallLink } from "../link-calls.ts";
import { isFrom, metaOf, metaText, originalRoleOf, restOf, signatureFor, textOf } from "../fields.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { compact, parseJson } from "../json.ts";
import { imagesOfResult } from "../result-media.ts";
import { exactMedia, foreignMedia } from "./media.ts";

/** Write a message as a content of Gemini; none if nothing of it can be said there. */
export function writeGemini(message: MessageContent, links: ReadonlyMap<number, CallLink>): JsonRecord[] {
  const role = message.role === "assistant" ? "model" : "user";
  if (!isFrom(message, "gemini")) {
    const parts = [...message.parts.entries()].flatMap(([at, part]) => foreignParts(part, message, links.get(at)));
    return parts.length === 0 ? [] : [{ role, parts }];
  }
  const original = originalRoleOf(message);
  return [
    {
      ...restOf(message.meta, "gemini"),
      ...(original === "" ? {} : { role: original ?? role }),
      ...(message.parts.length === 0 ? {} : { parts: message.parts.flatMap(exactPart) }),
    },
  ];
}

/** A part as it came. */
function exactPart(part: MessagePart): JsonRecord[] {
  const meta = metaOf(part);
  const rest: JsonRecord = { ...restOf(meta, "gemini"), ...compact({ thoughtSignature: meta["signature"] }) };
  switch (part.type) {
    case "text":
      return [{ ...rest, text: textOf(part) }];
    case "thinking":
      return [{ ...rest, text: textOf(part), thought: true }];
    case "image":
    case "audio":
    case "video":
    case "file":
      return [exactMedia(part, rest)];
    case "tool-call": {
      const id = meta["id_made"] === true ? undefined : meta["id"];
      const call = compact({ id, name: meta["name"], args: exactArguments(part) });
      return [{ ...rest, functionCall: { ...nested(rest, "functionCall"), ...call } }];
    }
    case "tool-result": {
      const response = part.text === undefined ? undefined : (parseJson(part.text) ?? { output: part.text });
      const result = compact({ id: meta["tool_call_id"], name: meta["name"], response });
      return [{ ...rest, functionResponse: { ...nested(rest, "functionResponse"), ...result } }];
    }
    default:
      return isJsonObject(meta["gemini"]) ? [meta["gemini"]] : [];
  }
}

function nested(rest: JsonRecord, field: string): JsonRecord {
  const value = rest[field];
  return isJsonObject(value) ? value : {};
}

function foreignParts(part: MessagePart, message: MessageContent, link: CallLink | undefined): JsonRecord[] {
  const text = textOf(part);
  switch (part.type) {
    case "text":
      return text === "" ? [] : [{ text }];
    case "thinking": {
      const thoughtSignature = signatureFor(part, message, "gemini");
      return text === "" ? [] : [{ text, thought: true, ...compact({ thoughtSignature }) }];
    }
    case "image":
    case "audio":
    case "video":
    case "file":
      return foreignMedia(part);
    case "tool-call":
      return link?.name === undefined
        ? []
        : [{ functionCall: { ...idOf(link), name: link.name, args: argumentsObject(part) } }];
    case "tool-result":
      return link ? foreignResult(part, link) : [];
    default:
      return [];
  }
}

function foreignResult(part: MessagePart, link: CallLink): JsonRecord[] {
  const name = link.name ?? metaText(part, "name") ?? link.id;
  const result = { functionResponse: { ...idOf(link), name, response: toResponse(part) } };
  return [result, ...imagesOfResult(part).flatMap(foreignMedia)];
}

/** An id that was made is not written: the call that it is for has none there either. */
function idOf({ id, isMade }: CallLink): { id?: string } {
  return isMade ? {} : { id };
}

/** A response must be an object. The keys for other results are those that Google documents. */
function toResponse(part: MessagePart): JsonRecord {
  const text = textOf(part);
  if (metaOf(part)["is_error"] === true) return { error: text };
  const value: JsonValue | undefined = text.trimStart().startsWith("{") ? parseJson(text) : undefined;
  return isJsonObject(value) ? value : { output: text };
}
