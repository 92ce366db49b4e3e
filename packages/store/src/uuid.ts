import { createHash } from "node:crypto";
import { StoreError, type StoreErrorKind } from "./store-error.ts";

const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value is a UUID in its usual form, of any version. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}

/** A UUID in small letters, as the database returns it; or an error with this code. */
export function toUuid(value: unknown, code: StoreErrorKind): string {
  if (isUuid(value)) return value.toLowerCase();
  // The value is not repeated: it is untrusted, and of any length.
  throw new StoreError(code, `Expected a UUID, such as 0190c6f2-8d5e-7a41-b2a3-5f0c1d2e3f40`);
}

/**
 * The UUID that a name has in a namespace: the same ones always give the same one (RFC 9562, version 5).
 *
 * @param namespace a UUID.
 * @param name any text.
 */
export function uuidOf(namespace: string, name: string): string {
  const bytes = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex", 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
