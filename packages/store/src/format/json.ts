import type { JsonValue, JsonRecord } from "../types.ts";
import { isJsonObject } from "../is-json-object.ts";
import { isTooDeep } from "../nesting.ts";
import { FormatError } from "./format-error.ts";

/** Whether a value is a list. */
export function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The text in a field of `object`, which is at `path`. Throws a {@link FormatError} if it is none. */
export function stringAt(object: JsonRecord, field: string, path: string): string {
  const value = object[field];
  if (typeof value === "string") return value;
  throw new FormatError(value, `${path}.${field}`, "a string");
}

/** The object in a field of `object`, which is at `path`. Throws a {@link FormatError} if it is none. */
export function objectAt(object: JsonRecord, field: string, path: string): JsonRecord {
  return asObject(object[field], `${path}.${field}`);
}

/** `value`, which is at `path`, as an object. Throws a {@link FormatError} if it is none. */
export function asObject(value: unknown, path: string): JsonRecord {
  if (isJsonObject(value)) return value;
  throw new FormatError(value, path, "an object");
}

/** A copy without some fields. A field `__proto__` stays a field. */
export function omit(object: JsonRecord, fields: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}

/** A copy without the fields that have no value. */
export function compact(object: { readonly [key: string]: JsonValue | undefined }): JsonRecord {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** Whether an object has no field. */
export function isEmpty(object: JsonRecord): boolean {
  return Object.keys(object).length === 0;
}

/**
 * A value as JSON text. Throws a {@link FormatError} for a value that cannot be written: `JSON.stringify` is recursive,
 * and ends with the stack where `JSON.parse` does not.
 */
export function toJsonText(value: JsonValue, path: string): string {
  try {
    const text = JSON.stringify(value);
    if (!isTooDeep(text)) return text;
  } catch {
    // Nested too deeply, too, or a cycle.
  }
  throw new FormatError(
    value,
    path,
    "a value that can be written as JSON: it is nested too deeply, or contains itself",
  );
}

/** The value of a JSON text; `undefined` if it is not JSON, or nested more deeply than it can be written again. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return isTooDeep(text) ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
