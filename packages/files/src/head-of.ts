/** The first characters of a file, one for each byte: enough for the mark of a source. */
export function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 400)).toString("latin1");
}
