import { StoreError } from "./store-error.ts";
import { isJsonObject } from "./is-json-object.ts";
import { isTooDeep } from "./nesting.ts";

/**
 * A value as JSON, for a column.
 *
 * @param value what a program gave.
 * @param name what it is called in an error.
 * @param maxBytes the most bytes that it may have.
 * @throws StoreError `INVALID_BODY` if it has no JSON, `TOO_LARGE`.
 */
export function toJson(value: unknown, name: string, maxBytes: number): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("string length")) throw tooLarge(name, maxBytes);
    // A cycle, a BigInt, or a nesting that no stack holds.
  }
  if (text === undefined) throw new StoreError("INVALID_BODY", `Unexpected ${name}, expected a value that JSON holds`);
  if (Buffer.byteLength(text) > maxBytes) throw tooLarge(name, maxBytes);
  if (isTooDeep(text)) throw new StoreError("INVALID_BODY", `Unexpected ${name}, expected less nesting`);
  return text;
}

function tooLarge(name: string, maxBytes: number): StoreError {
  return new StoreError("TOO_LARGE", `Unexpected size of ${name}, expected at most ${maxBytes} bytes as JSON`);
}

/** An object as JSON, as {@link toJson}; `INVALID_BODY` if it is no object. */
export function objectToJson(value: unknown, name: string, maxBytes: number): string {
  if (isJsonObject(value)) return toJson(value, name, maxBytes);
  throw new StoreError("INVALID_BODY", `Unexpected ${name}, expected an object`);
}
