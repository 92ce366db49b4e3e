import { isObject, type JsonObject } from "@ccdag/core";

/** A recorded value, if it is a text and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A recorded value, if it is an object; else an empty one. */
export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a recorded list. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

/** An object without some of its fields. */
export function without(raw: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => !names.includes(name) && value !== undefined),
  );
}
