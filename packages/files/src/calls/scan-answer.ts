import { hasEscape, type ScannedLine, skipString, skipValue } from "../parts/scan.ts";

/** The fields of an answer that say what its API call used. Each is the position of a pair of numbers in {@link AnswerSpans}. */
export const answerField = {
  uuid: 0,
  parentUuid: 2,
  type: 4,
  timestamp: 6,
  sessionId: 8,
  requestId: 10,
  /** An archive may hold the record of the client in this field. */
  raw: 12,
  cwd: 14,
  /** In `message`, as those below. */
  messageId: 16,
  model: 18,
  usage: 20,
  content: 22,
  /** How many blocks the content has: one number. */
  blocks: 24,
} as const;

/** For each field where its JSON value begins and ends in the line; 0 and 0 for a field that the record lacks. */
export type AnswerSpans = Int32Array;

const [tab, space, quote, comma, colon] = [0x09, 0x20, 0x22, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Find the fields of a line without parsing it.
 *
 * @param text a line, one character for each byte.
 * @param spans takes where the fields are.
 * @returns whether the line is understood: an object, no key twice, none with an escape.
 */
export function scanAnswer(text: string, spans: AnswerSpans): boolean {
  spans.fill(0);
  const line: ScannedLine = { text, end: text.length };
  const after = text.charCodeAt(0) === openBrace ? scanMembers(line, 1, spans, false) : -1;
  return after === text.length || (after === text.length - 1 && text.endsWith("\r"));
}

function scanMembers(line: ScannedLine, from: number, spans: AnswerSpans, isMessage: boolean): number {
  const { text } = line;
  for (let at = from; ;) {
    at = skip(text, at, comma);
    if (text.charCodeAt(at) === closeBrace) return at + 1;
    if (text.charCodeAt(at) !== quote) return -1;
    const keyFrom = at + 1;
    at = skipString(line, keyFrom);
    if (at === -1 || hasEscape(text, keyFrom, at)) return -1;
    const length = at - 1 - keyFrom;
    const key = isMessage ? messageField(text, keyFrom, length) : recordField(text, keyFrom, length);
    at = skip(text, at, colon);
    const valueFrom = at;
    if (key === message && text.charCodeAt(at) === openBrace) at = scanMembers(line, at + 1, spans, true);
    else if (key === answerField.content && text.charCodeAt(at) === openBracket) at = scanBlocks(line, at + 1, spans);
    else at = skipValue(line, at);
    if (at === -1) return -1;
    if (key < 0) continue;
    if (spans[key + 1] !== 0) return -1;
    spans[key] = valueFrom;
    spans[key + 1] = at;
  }
}

function scanBlocks(line: ScannedLine, from: number, spans: AnswerSpans): number {
  const { text } = line;
  for (let at = from; ;) {
    at = skip(text, at, comma);
    if (text.charCodeAt(at) === closeBracket) return at + 1;
    spans[answerField.blocks]!++;
    at = skipValue(line, at);
    if (at === -1) return -1;
  }
}

/** The position after spaces and a mark. */
function skip(text: string, from: number, mark: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === mark || code === space || code === tab; code = text.charCodeAt(at))
    at++;
  return at;
}

const none = -1;
const message = -2;

/** The field of a key, by its length first: most keys are none. */
function recordField(text: string, at: number, length: number): number {
  const is = (name: string, key: number) => (text.startsWith(name, at) ? key : none);
  switch (length) {
    case 3:
      return text.startsWith("cwd", at) ? answerField.cwd : is("raw", answerField.raw);
    case 4:
      return text.startsWith("uuid", at) ? answerField.uuid : is("type", answerField.type);
    case 7:
      return is("message", message);
    case 9:
      if (text.startsWith("timestamp", at)) return answerField.timestamp;
      return text.startsWith("sessionId", at) ? answerField.sessionId : is("requestId", answerField.requestId);
    case 10:
      return is("parentUuid", answerField.parentUuid);
    default:
      return none;
  }
}

function messageField(text: string, at: number, length: number): number {
  const is = (name: string, key: number) => (text.startsWith(name, at) ? key : none);
  switch (length) {
    case 2:
      return is("id", answerField.messageId);
    case 5:
      return text.startsWith("model", at) ? answerField.model : is("usage", answerField.usage);
    case 7:
      return is("content", answerField.content);
    default:
      return none;
  }
}
