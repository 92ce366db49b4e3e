import type { JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import type { CallLink } from "../link-calls.ts";
import { isFrom, metaText, originalRoleOf, restOf, textOf } from "../fields.ts";
import { compact } from "../json.ts";
import { joinResult } from "../result-blocks.ts";
import { imagesOfResult } from "../result-media.ts";
import { exactAssistant, foreignAssistant } from "./write-assistant.ts";
import { exactItem, foreignItem, foreignTextItem } from "./write-content.ts";
import { exactContent, foreignContent } from "./write-text.ts";

/** An item of chat completions, and the calls that its position depends on. */
export interface OpenAiItem {
  readonly item: JsonRecord;
  /** Ids of the calls that it makes. */
  readonly calls: readonly string[];
  /** The id of the call that it is the result of. */
  readonly answers?: string;
}

/** Write a message for chat completions: an item for each tool result, and one for the rest, if there is any. */
export function writeOpenAi(message: MessageContent, links: ReadonlyMap<number, CallLink>): OpenAiItem[] {
  const results: OpenAiItem[] = [];
  const calls: string[] = [];
  for (const [at, part] of message.parts.entries()) {
    const link = links.get(at);
    if (link === undefined) continue;
    if (part.type === "tool-call") calls.push(link.id);
    else results.push({ item: writeResult(part, message, link), calls: [], answers: link.id });
  }
  const item = isFrom(message, "openai")
    ? exactMessage(message, links, results.length > 0)
    : foreignMessage(message, links);
  const rest = item === undefined ? [] : [{ item, calls }];
  return message.role === "assistant" ? [...rest, ...results] : [...results, ...rest];
}

function writeResult(part: MessagePart, message: MessageContent, { id }: CallLink): JsonRecord {
  const role = originalRoleOf(message);
  if (!isFrom(message, "openai") || (role !== "tool" && role !== "function"))
    return { role: "tool", tool_call_id: id, content: textOf(part) };
  const name = metaText(part, "name");
  const content = joinResult(part, "openai");
  const rest = restOf(message.meta, "openai");
  return { ...rest, role, ...compact({ name, content }), ...(role === "tool" ? { tool_call_id: id } : {}) };
}

/** A message as it came; `undefined` if its results are all of it. */
function exactMessage(
  message: MessageContent,
  links: ReadonlyMap<number, CallLink>,
  hasResults: boolean,
): JsonRecord | undefined {
  const { name } = message.meta;
  const rest: JsonRecord = { ...restOf(message.meta, "openai"), ...(typeof name === "string" ? { name } : {}) };
  if (message.role === "assistant") return exactAssistant(message, rest, links);
  const role = originalRoleOf(message);
  const parts = message.parts.filter(({ type }) => type !== "tool-result");
  if (hasResults && parts.length === 0) return undefined;
  return {
    ...rest,
    ...exactContent(parts, parts.flatMap(exactItem), rest["content"]),
    role: role === "system" || role === "developer" ? role : "user",
  };
}

/** A message of another format; `undefined` if nothing of it can be said, beside its results. */
function foreignMessage(message: MessageContent, links: ReadonlyMap<number, CallLink>): JsonRecord | undefined {
  if (message.role === "assistant") return foreignAssistant(message, links);
  const original = originalRoleOf(message);
  const isSystem = original === "system" || original === "developer";
  const items = message.parts.flatMap((part) => {
    if (isSystem) return foreignTextItem(part);
    // A result has no images here: they follow it.
    return part.type === "tool-result" ? imagesOfResult(part).flatMap(foreignItem) : foreignItem(part);
  });
  return items.length === 0 ? undefined : { role: isSystem ? original : "user", content: foreignContent(items) };
}
