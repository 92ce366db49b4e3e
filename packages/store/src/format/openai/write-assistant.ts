import type { JsonValue, JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import { argumentsText } from "../arguments.ts";
import type { CallLink } from "../link-calls.ts";
import { joinFields, metaOf, metaText, restOf, textOf } from "../fields.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { compact } from "../json.ts";
import { reasoningFields, spokenNames } from "./image-names.ts";
import { exactItem, foreignTextItem } from "./write-content.ts";
import { exactContent, foreignContent } from "./write-text.ts";

/** An assistant message as it came. `rest` is what it has beside the fields of its parts. */
export function exactAssistant(
  { parts }: MessageContent,
  rest: JsonRecord,
  links: ReadonlyMap<number, CallLink>,
): JsonRecord {
  const contentParts: MessagePart[] = [];
  const calls: JsonRecord[] = [];
  const fields = new Map<string, JsonValue>();
  for (const [at, part] of parts.entries()) {
    const field = metaText(part, "field");
    const kept = metaOf(part)["openai"];
    if (part.type === "tool-call" && field === "function_call") fields.set(field, functionOf(part, kept));
    else if (part.type === "tool-call") calls.push(exactCall(part, links.get(at)));
    else if (field === "tool_calls" && isJsonObject(kept)) calls.push(kept);
    else if (part.type === "thinking" && field !== undefined && reasoningFields.includes(field))
      fields.set(field, textOf(part));
    else if (part.type === "text" && field === "refusal") fields.set(field, textOf(part));
    else if (part.type === "audio" && field === "audio") fields.set(field, joinFields(metaOf(part), kept, spokenNames));
    else if (part.type !== "tool-result") contentParts.push(part);
  }
  return {
    ...rest,
    ...exactContent(contentParts, contentParts.flatMap(exactItem), rest["content"]),
    ...Object.fromEntries(fields),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    role: "assistant",
  };
}

function exactCall(part: MessagePart, link: CallLink | undefined): JsonRecord {
  const meta = metaOf(part);
  const rest = restOf(meta, "openai");
  const id = link?.id ?? "";
  if (meta["type"] !== "custom") return { ...rest, id, type: "function", function: functionOf(part, rest) };
  const custom = compact({ name: meta["name"], input: argumentsText(part) });
  return {
    ...rest,
    id,
    type: "custom",
    custom: { ...(isJsonObject(rest["custom"]) ? rest["custom"] : {}), ...custom },
  };
}

/** The called function; `kept` is what the part does not say of the call. */
function functionOf(part: MessagePart, kept: JsonValue | undefined): JsonRecord {
  const rest = isJsonObject(kept) && isJsonObject(kept["function"]) ? kept["function"] : {};
  return { ...rest, ...compact({ name: metaOf(part)["name"] }), arguments: argumentsText(part) };
}

/** An assistant message of another format; `undefined` if nothing of it can be said. */
export function foreignAssistant(
  { parts }: MessageContent,
  links: ReadonlyMap<number, CallLink>,
): JsonRecord | undefined {
  const items = parts.flatMap(foreignTextItem);
  const calls = [...parts.entries()].flatMap(([at, part]) => {
    const link = links.get(at);
    if (part.type !== "tool-call" || link?.name === undefined) return [];
    const text = argumentsText(part);
    return [{ id: link.id, type: "function", function: { name: link.name, arguments: text === "" ? "{}" : text } }];
  });
  if (items.length === 0 && calls.length === 0) return undefined;
  return {
    role: "assistant",
    content: items.length === 0 ? null : foreignContent(items),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}
