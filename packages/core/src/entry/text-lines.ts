/** One line of a file. */
export interface TextLine {
  /** Its text, without the line ending. */
  readonly text: string;
  /** Its number, from 1. */
  readonly line: number;
  /** Whether bytes that are not UTF-8 were replaced by U+FFFD. */
  readonly isReplaced: boolean;
  /** Whether the line is longer than a string can be; its text is then its beginning. */
  readonly isTooLong: boolean;
}

// Every JavaScript environment has it, but the language does not: declared here, so that core needs no types of an environment.
declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const newline = 0x0a;
/** ASCII white space and byte order marks: the same set as in `countLines`. */
const blank = /^[\t-\r \uFEFF]*$/;

/**
 * Split a file into its non-blank lines. Line endings are LF or CRLF. A byte order mark is dropped. The last line may
 * lack its ending. Bytes are decoded line by line: a file may be larger than the longest string, and one character
 * beyond Latin-1 does not double the memory of the others.
 *
 * @param value the file as text, as bytes, or as chunks of bytes cut anywhere.
 * @returns the lines that are not blank, in order.
 */
export function* textLines(value: string | Uint8Array | Iterable<Uint8Array>): Generator<TextLine> {
  let line = 0;
  for (const raw of typeof value === "string" ? splitText(value) : splitBytes(value)) {
    line++;
    const decoded = typeof raw === "string" ? { text: raw, isReplaced: false, isTooLong: false } : decode(raw);
    if (blank.test(decoded.text)) continue;
    const clean = decoded.text.startsWith("\uFEFF") ? decoded.text.slice(1) : decoded.text;
    yield { ...decoded, text: clean.endsWith("\r") ? clean.slice(0, -1) : clean, line };
  }
}

function* splitText(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const found = text.indexOf("\n", from);
    const to = found === -1 ? text.length : found;
    yield text.slice(from, to);
    from = to + 1;
  }
}

function* splitBytes(value: Uint8Array | Iterable<Uint8Array>): Generator<Uint8Array> {
  let open: Uint8Array[] = [];
  for (const chunk of value instanceof Uint8Array ? [value] : value) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      open.push(chunk.subarray(from, to));
      yield join(open);
      open = [];
      from = to + 1;
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
  }
  if (open.length > 0) yield join(open);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

function decode(bytes: Uint8Array): Omit<TextLine, "line"> {
  try {
    return { text: strict.decode(bytes), isReplaced: false, isTooLong: false };
  } catch {
    return decodeLeniently(bytes);
  }
}

/** Bytes that are not UTF-8, or too many for a string; a line that is cut is no JSON. */
function decodeLeniently(bytes: Uint8Array): Omit<TextLine, "line"> {
  try {
    return { text: lenient.decode(bytes), isReplaced: true, isTooLong: false };
  } catch {
    const start = lenient.decode(bytes.subarray(0, 1000));
    return { text: blank.test(start) ? "…" : start, isReplaced: false, isTooLong: true };
  }
}

/**
 * Count the lines of a file that are not blank. The count looks at bytes only and shares no code with the reader, so
 * that it can check the account independently.
 *
 * @param value the file as text or bytes.
 * @returns the number of lines that hold more than white space and byte order marks.
 */
export function countLines(value: string | Uint8Array): number {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  let lines = 0;
  let isBlank = true;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte === newline) isBlank = true;
    else if (isBlank && byte !== 0x20 && (byte < 0x09 || byte > 0x0d) && !isMark(bytes, index)) {
      lines++;
      isBlank = false;
      const end = bytes.indexOf(newline, index);
      index = end === -1 ? bytes.length : end - 1;
    }
    if (byte === 0xef && isBlank) index += 2;
  }
  return lines;
}

function isMark(bytes: Uint8Array, index: number): boolean {
  return bytes[index] === 0xef && bytes[index + 1] === 0xbb && bytes[index + 2] === 0xbf;
}
