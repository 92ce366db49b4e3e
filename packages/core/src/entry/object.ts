import type { JsonObject } from "./entry.ts";

/** Parse a line that holds a JSON object; `undefined` if it holds anything else. */
export function parseObject(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a value is a JSON object: not an array, not null.
 *
 * @param value anything.
 * @returns `true` for an object.
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
