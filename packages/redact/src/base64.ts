import { endOfRun, tableOf } from "./detect/data.ts";

/** Available in Node and browsers. */
declare function atob(base64: string): string;

/** A text that stood in base64. */
export interface Encoded {
  readonly text: string;
  /** The range of the base64. */
  readonly from: number;
  readonly to: number;
}

/** Fewer characters of base64 hold no name and no secret. */
const leastChars = 16;
/** How many characters are decoded first, to see whether they are text. */
const probeChars = 24;
/** Base64 and its form for addresses. */
const isCode = tableOf(/[A-Za-z0-9+/_-]/);

/**
 * The readable texts that stand in a text as base64, once. Data that are no text, such as images, are recognised by their
 * first bytes and not decoded.
 *
 * @param text any text; wrapped lines of 64 or 76 characters belong together.
 */
export function* encodedIn(text: string): Generator<Encoded> {
  for (let at = 0; at < text.length; at++) {
    const end = endOfRun(text, at, isCode);
    if (end - at < leastChars) {
      at = end;
      continue;
    }
    const to = endOfLines(text, at, end);
    const value = decode(text, at, to);
    if (value !== undefined) yield { text: value, from: at, to: endOfPadding(text, to) };
    at = to;
  }
}

function endOfLines(text: string, from: number, end: number): number {
  const width = end - from;
  let last = end;
  if (width !== 64 && width !== 76) return last;
  for (;;) {
    const next = text[last] === "\n" ? last + 1 : text.startsWith("\r\n", last) ? last + 2 : undefined;
    const stop = next === undefined ? last : endOfRun(text, next, isCode);
    if (next === undefined || stop === next) return last;
    last = stop;
    if (stop - next !== width) return last;
  }
}

function endOfPadding(text: string, end: number): number {
  return text.startsWith("==", end) ? end + 2 : text[end] === "=" ? end + 1 : end;
}

function decode(text: string, from: number, to: number): string | undefined {
  if ((to - from) % 2 === 0 && isText(textOfHex(text.slice(from, from + probeChars))))
    return textOfHex(text.slice(from, to).replace(/[\r\n]/g, ""));
  if (!isText(bytesOf(text.slice(from, Math.min(to, from + probeChars))))) return undefined;
  const bytes = bytesOf(text.slice(from, to));
  // Beyond the first bytes letters of other alphabets are allowed, as the bytes of UTF-8.
  // oxlint-disable-next-line no-control-regex -- control characters are in data, not in texts
  return bytes === undefined || /[\u0000-\u0008\u000B\u000C\u000E-\u001A\u007F]/.test(bytes) ? undefined : bytes;
}

/** The bytes of a hexadecimal text; absent if it is none. */
function textOfHex(code: string): string | undefined {
  if (!/^[0-9a-fA-F]*$/.test(code)) return undefined;
  return code.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

function isText(bytes: string | undefined): boolean {
  return bytes !== undefined && /^[\t\n\r\x20-\x7e]+$/.test(bytes);
}

function bytesOf(code: string): string | undefined {
  const plain = code
    .replace(/[\r\n]/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  // One character more than whole groups of four holds no byte.
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  return atob(whole);
}
