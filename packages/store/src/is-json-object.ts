import type { JsonObject } from "./types.ts";

/** Whether a value of JSON is an object, and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
