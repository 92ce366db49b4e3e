/** Bytes as text for a statement, which decodes it: PGlite converts bytes one by one. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
