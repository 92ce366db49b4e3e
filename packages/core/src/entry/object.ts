import { flattenDeep, isDeeper, maxDepth } from "./deep.ts";
import type { JsonObject } from "./entry.ts";

/** A line that holds a JSON object. */
export interface ParsedLine {
  readonly raw: JsonObject;
  /** Whether values below {@link maxDepth} were replaced by strings. */
  readonly isFlattened: boolean;
}

/** Parse a line that holds a JSON object; `undefined` if it holds anything else. It is nested at most {@link maxDepth}. */
export function parseLine(line: string): ParsedLine | undefined {
  const raw = objectOn(line);
  if (raw === undefined) return undefined;
  if (!isDeeper(raw, maxDepth)) return { raw, isFlattened: false };
  return { raw: JSON.parse(flattenDeep(line, maxDepth)) as JsonObject, isFlattened: true };
}

/**
 * The JSON object on a line of a file, however deep it is nested.
 *
 * @param line a line, with or without its end.
 * @returns `undefined` for a line that holds none.
 */
export function objectOn(line: string): JsonObject | undefined {
  // An error of `JSON.parse` takes longer than everything else that is done with a line.
  if (!line.trimStart().startsWith("{")) return undefined;
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
