import type { JsonValue, JsonRecord, MessagePart } from "../types.ts";
import { metaOf } from "./fields.ts";
import { isJsonObject } from "../is-json-object.ts";
import { parseJson } from "./json.ts";

/** The arguments of a call as JSON text. Empty if the call has none. */
export function argumentsText(part: MessagePart): string {
  const value = metaOf(part)["arguments"];
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}

/** The arguments of a call as they came: `undefined` if it came without. For calls of a format that has objects. */
export function exactArguments(part: MessagePart): JsonValue | undefined {
  const text = argumentsText(part);
  if (text === "") return undefined;
  const value = parseJson(text);
  return value === undefined ? { arguments: text } : value;
}

/**
 * The arguments of a call as an object. Text that is not an object, such as JSON that a model did not finish or the
 * input of a custom tool, is in its field `arguments`.
 */
export function argumentsObject(part: MessagePart): JsonRecord {
  const text = argumentsText(part);
  if (text.trim() === "") return {};
  const value = parseJson(text);
  return isJsonObject(value) ? value : { arguments: text };
}
