import { isObject, type JsonObject } from "@ccdag/core";

/** A recorded value, if it is a text and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A recorded value, if it is an object; else an object without fields. */
export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a recorded list. */
export function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A recorded value, if it is a number that counts something. */
export function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** The fields of an object that stay when some are removed; those that say nothing are omitted. */
export function without(from: JsonObject, ...taken: readonly string[]): JsonObject {
  const rest = Object.entries(from).filter(([name, value]) => !taken.includes(name) && value !== null);
  return Object.fromEntries(rest);
}

/** The words of the parts of a message, joined by lines; parts without words are omitted. */
export function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  return objects(content)
    .map((part) => text(part["text"]))
    .filter((words) => words !== undefined)
    .join("\n");
}
