/** The fields of a record that the scanner finds. Each is the position of a pair of numbers in {@link FieldSpans}. */
export const field = {
  uuid: 0,
  parentUuid: 2,
  logicalParentUuid: 4,
  leafUuid: 6,
  sessionId: 8,
  agentId: 10,
  timestamp: 12,
  isSidechain: 14,
  /** The id of the API message, in `message`. */
  messageId: 16,
  /** Uuids that a compaction kept are deeper inside. */
  compactMetadata: 18,
  /** An archive may hold the record of the client in this field. */
  raw: 20,
} as const;

/** For each field where its JSON value begins and ends in the text; 0 and 0 for a field that the record lacks. */
export type FieldSpans = Int32Array;

/** What the scanner calls for each line that is not empty. */
export interface LineVisitor {
  /** A line that was scanned, and where it is. The spans are only valid during the call. */
  onRecord: (spans: FieldSpans, from: number, to: number) => void;
  /** A line that the scanner does not understand: it has to be parsed. */
  onOther: (from: number, to: number) => void;
}

const quote = 0x22;
const backslash = 0x5c;
const carriageReturn = 0x0d;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Find a few fields of each record without parsing it: strings are passed over by searching for their end, and what is
 * nested is only counted. A line that the scanner accepts need not be JSON; but if it is, the fields are those that
 * `JSON.parse` would give.
 *
 * @param text the bytes of a file, one character each (latin1), so that positions are those of the bytes.
 * @param visitor what to call.
 */
export function scanLines(text: string, { onRecord, onOther }: LineVisitor): void {
  const spans = new Int32Array(22);
  let at = 0;
  while (at < text.length) {
    const found = text.indexOf("\n", at);
    const line: Line = { text, end: found === -1 ? text.length : found };
    const after = text.charCodeAt(at) === openBrace ? scanMembers(line, at + 1, spans.fill(0), false) : -1;
    if (after !== -1 && isLineEnd(line, after)) onRecord(spans, at, after);
    else if (line.end > at) onOther(at, line.end);
    at = line.end + 1;
  }
}

/** A line: nothing is read beyond its end, so that a damaged line spoils no other one. */
interface Line {
  readonly text: string;
  readonly end: number;
}

function isLineEnd({ text, end }: Line, at: number): boolean {
  return at === end || (at === end - 1 && text.charCodeAt(at) === carriageReturn);
}

/** Read the members of an object; returns the position after its brace, -1 if it is not understood. */
function scanMembers(line: Line, from: number, spans: FieldSpans, isMessage: boolean): number {
  const { text } = line;
  let at = from;
  for (;;) {
    let code = text.charCodeAt(at);
    while (code === 0x2c || code === 0x20 || code === 0x09) code = text.charCodeAt(++at);
    if (code === closeBrace) return at + 1;
    if (code !== quote) return -1;
    const keyFrom = at + 1;
    at = skipString(line, keyFrom);
    if (at === -1 || hasEscape(text, keyFrom, at)) return -1;
    const key = isMessage ? messageField(text, keyFrom, at - 1 - keyFrom) : fieldAt(text, keyFrom, at - 1 - keyFrom);
    code = text.charCodeAt(at);
    while (code === 0x3a || code === 0x20 || code === 0x09) code = text.charCodeAt(++at);
    const valueFrom = at;
    if (key === messageKey) {
      spans[field.messageId] = spans[field.messageId + 1] = 0;
      at = code === openBrace ? scanMembers(line, at + 1, spans, true) : skipValue(line, at);
    } else at = skipValue(line, at);
    if (at === -1) return -1;
    if (key >= 0) {
      spans[key] = valueFrom;
      spans[key + 1] = at;
    }
  }
}

const noField = -1;
const messageKey = -2;

/** The field of a key, by its length first: most keys are none. */
function fieldAt(text: string, at: number, length: number): number {
  const is = (name: string, key: number) => (text.startsWith(name, at) ? key : noField);
  switch (length) {
    case 3:
      return is("raw", field.raw);
    case 4:
      return is("uuid", field.uuid);
    case 7:
      return text.startsWith("message", at) ? messageKey : is("agentId", field.agentId);
    case 8:
      return is("leafUuid", field.leafUuid);
    case 9:
      return text.startsWith("sessionId", at) ? field.sessionId : is("timestamp", field.timestamp);
    case 10:
      return is("parentUuid", field.parentUuid);
    case 11:
      return is("isSidechain", field.isSidechain);
    case 15:
      return is("compactMetadata", field.compactMetadata);
    case 17:
      return is("logicalParentUuid", field.logicalParentUuid);
    default:
      return noField;
  }
}

function messageField(text: string, at: number, length: number): number {
  return length === 2 && text.startsWith("id", at) ? field.messageId : noField;
}

function hasEscape(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === backslash) return true;
  return false;
}

/** The position after the end of a string; `from` is after its first quote. */
function skipString({ text, end }: Line, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1 && at < end; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
}

function skipValue(line: Line, from: number): number {
  const { text, end } = line;
  const first = text.charCodeAt(from);
  if (first === quote) return skipString(line, from + 1);
  if (first === openBrace || first === openBracket) return skipNested(line, from);
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2c || code === closeBrace) return at;
  }
  return -1;
}

function skipNested(line: Line, from: number): number {
  const { text, end } = line;
  let depth = 0;
  for (let at = from; at < end;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = skipString(line, at + 1);
      if (at === -1) return -1;
      continue;
    }
    at++;
    if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) depth--;
    if (depth === 0) return at;
  }
  return -1;
}
