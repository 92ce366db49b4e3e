import type { JsonObject } from "./entry.ts";

/** A line that holds a JSON object; nothing where it is none. */
export function parseObject(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Ask whether a value is a JSON object: no list, not null.
 *
 * @param value anything.
 * @returns whether it is.
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
