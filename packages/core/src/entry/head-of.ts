/**
 * The first characters of a file, in which the mark of its source is looked for.
 *
 * @param value the file; of bytes each is one character, so that nothing is decoded.
 */
export function headOf(value: string | Uint8Array): string {
  const length = 400;
  return typeof value === "string"
    ? value.slice(0, length)
    : Array.from(value.subarray(0, length), (byte) => String.fromCharCode(byte)).join("");
}
