import { lastAt } from "./last-at.ts";

/** A changed form of a text, with a map back to the text. */
export interface View {
  readonly text: string;
  /** The range of the source text for a range of the view. */
  readonly toSource: (from: number, to: number) => readonly [from: number, to: number];
}

/**
 * Terminal colours, escapes of JSON (also nested), of programming languages, of URLs, of e-mail and of HTML, characters
 * without a width, and full-width forms. Without decoding, they would divide a key, or join it to the text before it.
 */
const escapes =
  // oxlint-disable-next-line no-control-regex -- the escape character begins a colour code
  /\u001B\[[0-?]*[ -/]*[@-~]|(?<!\\)\\{1,20}(?:(?:u001b|x1b|033|e)\[[\d;]*m|u[0-9a-f]{4}|x[0-9a-f]{2}|[nrt"'/])|%[0-9a-f]{2}|=3D|&(?:#\d{2,5}|#x[0-9a-f]{2,4}|quot|amp|lt|gt|apos|lowbar|equals|colon);|[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\uFF01-\uFF5E]/gi;
/**
 * A line break inside a possible key: a terminal wrapped the line, or an editor, a diff or a tool that numbers lines put
 * something before the next line.
 */
const breaks =
  /(?<=[\w+/=.~-]{12})["'`]?[ \t]{0,200}[\\+.]?\r?\n[ \t]{0,200}(?:\d{1,7}[→|:\t][ \t]{0,200}|[+\-|>*#]{1,3}[ \t]{0,200}|\/\/[ \t]{0,200})?["'`]?(?=[\w+/=.~-]{4})/g;

/** How many characters around a change are read again, and how many more where a possible key continues. */
const contextChars = 400;
const maxKeyChars = 20_000;
const inKey = /[\w.~+/=-]/;

/** The text around its escapes, decoded; `undefined` where it has none. */
export function decoded(text: string): View | undefined {
  // oxlint-disable-next-line no-control-regex -- as above
  return /\u001B|\\[uxnrte0"'/]|%[0-9a-f]{2}|=3D|&[#a-z]|[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\uFF01-\uFF5E]/i.test(
    text,
  )
    ? rewrite(text, escapes, decode)
    : undefined;
}

/** The text around its broken lines, with these joined; `undefined` where none is broken. */
export function joined(text: string): View | undefined {
  return text.includes("\n") ? rewrite(text, breaks, () => "") : undefined;
}

const entities: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&apos;": "'",
  "&lowbar;": "_",
  "&equals;": "=",
  "&colon;": ":",
};
/** How far full-width forms are from the characters that they stand for. */
const fullWidth = 0xff01 - 0x21;

function decode(escape: string): string {
  // oxlint-disable-next-line no-control-regex -- as above
  if (/m$|^\u001B/.test(escape)) return "";
  if (escape.startsWith("&")) return entities[escape.toLowerCase()] ?? fromEntity(escape);
  const code = /^(?:%|=|\\+[ux])([0-9a-f]{2,4})$/i.exec(escape)?.[1];
  if (code !== undefined) return toText(Number.parseInt(code, 16));
  if (escape.length === 1) return toText(escape.charCodeAt(0));
  const letter = escape.replace(/^\\+/, "");
  return { n: "\n", r: "\r", t: "\t" }[letter] ?? letter;
}

function fromEntity(entity: string): string {
  const [, hex, digits] = /^&#(x?)([0-9a-f]+);$/i.exec(entity)!;
  return toText(Number.parseInt(digits!, hex === "" ? 10 : 16));
}

/** A character: nothing where it has no width, and its common form where it is of full width. */
function toText(code: number): string {
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - fullWidth);
  const text = String.fromCharCode(code);
  return /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/.test(text) ? "" : text;
}

function rewrite(text: string, pattern: RegExp, change: (match: string) => string): View | undefined {
  /** The starts of pieces, alternately kept and changed, in the view and in the text. */
  const starts = [0];
  const sources = [0];
  let view = "";
  let end = 0;
  let known = { from: 0, to: -1 };
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const from = end === 0 ? 0 : grow(end + contextChars, 1);
    const until = grow(Math.max(0, index - contextChars), -1);
    if (until > from + contextChars) put(from, until, "\n");
    put(index, index + match.length, change(match));
  }
  if (starts.length === 1) return undefined;
  const rest = grow(end + contextChars, 1);
  if (text.length > rest) put(rest, text.length, "\n");
  view += text.slice(end);
  return { text: view, toSource: (from, to) => [sourceStart(from), sourceEnd(to)] };

  /** Move an index out of a possible key. Many changes may be near one key, so its range is kept. */
  function grow(at: number, step: 1 | -1): number {
    if (at < known.from || at > known.to) known = { from: edge(at, -1), to: edge(at, 1) };
    return step === 1 ? Math.min(known.to, at + maxKeyChars) : Math.max(known.from, at - maxKeyChars);
  }

  /** The index at which a possible key ends; before it are its characters. */
  function edge(at: number, step: 1 | -1): number {
    let index = at;
    while (inKey.test(text[step === 1 ? index : index - 1] ?? "")) index += step;
    return index;
  }

  /** Add the text before a piece as it is, and a value in place of the piece. */
  function put(from: number, to: number, value: string): void {
    view += text.slice(end, from);
    starts.push(view.length);
    sources.push(from);
    view += value;
    starts.push(view.length);
    sources.push(to);
    end = to;
  }

  function sourceStart(at: number): number {
    const piece = lastAt(starts, at);
    return isChanged(piece) ? sources[piece]! : sources[piece]! + at - starts[piece]!;
  }

  function sourceEnd(to: number): number {
    const piece = lastAt(starts, to - 1);
    return isChanged(piece) ? sources[piece + 1]! : sources[piece]! + to - starts[piece]!;
  }
}

function isChanged(piece: number): boolean {
  return piece % 2 === 1;
}
