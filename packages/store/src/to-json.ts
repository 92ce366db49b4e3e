import { StoreError } from "./errors.ts";

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
  } catch {
    // A cycle, a BigInt, or a nesting that no stack holds.
  }
  if (text === undefined) throw new StoreError("INVALID_BODY", `Unexpected ${name}, expected a value that JSON holds`);
  if (Buffer.byteLength(text) > maxBytes)
    throw new StoreError("TOO_LARGE", `Unexpected size of ${name}, expected at most ${maxBytes} bytes as JSON`);
  return text;
}
