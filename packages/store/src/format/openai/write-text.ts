import type { JsonValue, JsonRecord, MessagePart } from "../../types.ts";
import { isPlainText, textOf } from "../fields.ts";
import { isList } from "../json.ts";

/** The `content` of a message as it came. `kept` is what the parts do not say of it. */
export function exactContent(
  parts: readonly MessagePart[],
  items: readonly JsonRecord[],
  kept: JsonValue | undefined,
): { content?: JsonValue } {
  if (parts.length === 0) return kept === undefined ? {} : { content: kept };
  const isText = parts.length === 1 && isPlainText(parts[0]!) && !isList(kept);
  return { content: isText ? textOf(parts[0]!) : items };
}

/** The `content` of a message of another format: a text, unless it has more. */
export function foreignContent(items: readonly JsonRecord[]): JsonValue {
  const [first] = items;
  return items.length === 1 && typeof first?.["text"] === "string" ? first["text"] : items;
}
