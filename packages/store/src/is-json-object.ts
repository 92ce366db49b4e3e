import type { JsonRecord } from "./types.ts";

/** Whether a value of JSON is an object, and no list. */
export function isJsonObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
