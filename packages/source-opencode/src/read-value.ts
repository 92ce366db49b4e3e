import { createHash } from "node:crypto";
import { isObject, type JsonObject } from "@ccdag/core";

/** A recorded value, if it is a text and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A recorded value, if it is a number. */
export function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A recorded value, if it is an object; else an empty one. */
export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a recorded list. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A column with JSON. What is none stays as it is, in the field `text`. */
export function parse(value: unknown): JsonObject {
  try {
    const parsed: unknown = JSON.parse(String(value));
    if (isObject(parsed)) return parsed;
  } catch {
    // It is kept below.
  }
  return { text: value };
}

/** An object without some of its fields. */
export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** A short text that changes with a value. */
export function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
