import type { JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import { argumentsObject, exactArguments } from "../arguments.ts";
import { isFrom, joinFields, metaOf, metaText, originalRoleOf, restOf, textOf } from "../fields.ts";
import type { FormatItem } from "../format-item.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { compact, parseJson } from "../json.ts";
import type { CallLink, CallLinks } from "../link-calls.ts";
import { toDataUrl } from "../media.ts";
import { standInText } from "../stand-in.ts";
import { foreignFile, foreignSaid, saidPart } from "./said.ts";
import { uiFileNames } from "./read-ui-message.ts";

/**
 * Write a conversation as `UIMessage`s. There a result is in the part of its call: a message that has nothing but results of calls
 * that are written here has no item of its own.
 */
export function writeUiMessages(messages: readonly MessageContent[], links: CallLinks): FormatItem[] {
  const results = resultsOf(messages, links);
  const moved = new Set(results.values());
  return messages.flatMap((message, index) => {
    if (isFrom(message, "ai-sdk")) return [{ item: exactMessage(message), index }];
    const items = foreignMessages(message, links[index]!, results, moved);
    if (items.length > 0) return items.map((item, at) => ({ item: { id: idOf(index, at), ...item }, index }));
    if (message.parts.some((part) => moved.has(part))) return [];
    const parts = [{ type: "text", text: standInText(message) }];
    return [{ item: { id: idOf(index, 0), role: message.role, parts }, index }];
  });
}

/** A message needs an id. */
const idOf = (index: number, at: number) => `message-${index + 1}${at === 0 ? "" : `-${at + 1}`}`;

/** The results by the ids of their calls, of calls that are written anew. */
function resultsOf(messages: readonly MessageContent[], links: CallLinks): Map<string, MessagePart> {
  const calls = new Set<string>();
  const results = new Map<string, MessagePart>();
  for (const [index, message] of messages.entries()) {
    if (isFrom(message, "ai-sdk")) continue;
    for (const [at, { id, name }] of links[index]!) {
      const part = message.parts[at]!;
      if (part.type === "tool-call" && name !== undefined) calls.add(id);
      else if (part.type === "tool-result" && calls.has(id) && !results.has(id)) results.set(id, part);
    }
  }
  return results;
}

function exactMessage(message: MessageContent): JsonRecord {
  const { parts, role } = message;
  const written: JsonRecord[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const next = parts[at + 1];
    if (part.type === "tool-call" && next !== undefined && isResultOf(next, part)) {
      written.push({ ...exactCall(part), ...exactOutput(next) });
      at++;
    } else for (const one of exactPart(part)) written.push(one);
  }
  const rest = restOf(message.meta, "ai-sdk");
  return { ...rest, role: originalRoleOf(message) === "system" ? "system" : role, parts: written };
}

function exactPart(part: MessagePart): JsonRecord[] {
  const meta = metaOf(part);
  const rest = restOf(meta, "ai-sdk");
  switch (part.type) {
    case "text":
    case "thinking":
      return [saidPart(part, rest)];
    case "image":
    case "audio":
    case "video":
    case "file":
      return [{ ...joinFields(meta, rest, uiFileNames), type: "file" }];
    case "tool-call":
      return [exactCall(part)];
    case "tool-result":
      return [resultPart(part, metaText(part, "tool_call_id") ?? "", metaText(part, "name"))];
    default:
      return isJsonObject(meta["ai-sdk"]) ? [meta["ai-sdk"]] : [];
  }
}

function isResultOf(part: MessagePart, call: MessagePart): boolean {
  return (
    part.type === "tool-result" &&
    restOf(metaOf(part), "ai-sdk")["field"] !== undefined &&
    metaText(part, "tool_call_id") === metaText(call, "id")
  );
}

function exactCall(part: MessagePart): JsonRecord {
  const meta = metaOf(part);
  const rest = restOf(meta, "ai-sdk");
  const named = rest["type"] === "dynamic-tool" ? { toolName: meta["name"] } : {};
  return { ...rest, ...compact({ ...named, toolCallId: meta["id"], input: exactArguments(part) }) };
}

function exactOutput(part: MessagePart): JsonRecord {
  const { field, json } = restOf(metaOf(part), "ai-sdk");
  const text = textOf(part);
  const value = json === true ? parseJson(text) : undefined;
  return { [field === "errorText" ? "errorText" : "output"]: value === undefined ? text : value };
}

/** Items of a message of another format: what came of calls that are not here, and the rest. */
function foreignMessages(
  message: MessageContent,
  links: ReadonlyMap<number, CallLink>,
  results: ReadonlyMap<string, MessagePart>,
  moved: ReadonlySet<MessagePart>,
): JsonRecord[] {
  const alone: JsonRecord[] = [];
  const parts: JsonRecord[] = [];
  for (const [at, part] of message.parts.entries()) {
    const link = links.get(at);
    if (part.type === "tool-call" && link?.name !== undefined) {
      const result = results.get(link.id);
      const call = { type: `tool-${link.name}`, toolCallId: link.id, input: argumentsObject(part) };
      parts.push({ ...call, ...(result ? outcomeOf(result) : { state: "input-available" }) });
    } else if (part.type === "tool-result" && link !== undefined && !moved.has(part))
      alone.push(resultPart(part, link.id, link.name));
    else for (const one of foreignPart(part)) parts.push(one);
  }
  const original = originalRoleOf(message);
  const role = original === "system" || original === "developer" ? "system" : message.role;
  const own = role === "assistant" ? [...parts, ...alone] : parts;
  return [
    ...(alone.length > 0 && role !== "assistant" ? [{ role: "assistant", parts: alone }] : []),
    ...(own.length > 0 ? [{ role, parts: own }] : []),
  ];
}

/** A result without its call. */
function resultPart(part: MessagePart, id: string, name: string | undefined): JsonRecord {
  const call = { type: "dynamic-tool", toolName: name ?? "unknown", toolCallId: id, input: {} };
  return { ...call, ...outcomeOf(part) };
}

function outcomeOf(result: MessagePart): JsonRecord {
  return metaOf(result)["is_error"] === true
    ? { state: "output-error", errorText: textOf(result) }
    : { state: "output-available", output: textOf(result) };
}

function foreignPart(part: MessagePart): JsonRecord[] {
  switch (part.type) {
    case "text":
    case "thinking":
      return foreignSaid(part);
    case "image":
    case "audio":
    case "video":
    case "file":
      return foreignFile(part, (type, data, url) => compact({ url: data === undefined ? url : toDataUrl(type, data) }));
    default:
      return [];
  }
}
