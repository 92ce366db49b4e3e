import { lastAt } from "./last-at.ts";

/** A changed form of a text, with a map back to the text. */
export interface View {
  readonly text: string;
  /** The range of the source text for a range of the view. */
  readonly toSource: (from: number, to: number) => readonly [from: number, to: number];
}

/**
 * Terminal colours, and escapes of JSON (also nested), of programming languages, of URLs and of e-mail. Without decoding,
 * their letters would join the text after them.
 */
const escapes =
  // oxlint-disable-next-line no-control-regex -- the escape character begins a colour code
  /\u001B\[[0-?]*[ -/]*[@-~]|(?<!\\)\\{1,20}(?:(?:u001b|x1b|033|e)\[[\d;]*m|u[0-9a-f]{4}|x[0-9a-f]{2}|[nrt"'/])|%[0-9a-f]{2}|=3D/gi;
/**
 * A line break inside a possible key: a terminal wrapped the line, or an editor, a diff or a tool that numbers lines put
 * something before the next line.
 */
const breaks =
  /(?<=[\w+/=.~-]{12})["'`]?[ \t]*[\\+.]?\r?\n[ \t]*(?:\d{1,7}[→|:\t][ \t]*|[+\-|>*#]{1,3}[ \t]*|\/\/[ \t]*)?["'`]?(?=[\w+/=.~-]{4})/g;

/** How many characters around a change are read again, and how many more where a possible key continues. */
const contextChars = 400;
const maxKeyChars = 20_000;
const inKey = /[\w.~+/=-]/;

/** The text around its escapes, decoded; `undefined` where it has none. */
export function decoded(text: string): View | undefined {
  // oxlint-disable-next-line no-control-regex -- as above
  return /\u001B|\\[uxnrte0"'/]|%[0-9a-f]{2}|=3D/i.test(text) ? rewrite(text, escapes, decode) : undefined;
}

/** The text around its broken lines, with these joined; `undefined` where none is broken. */
export function joined(text: string): View | undefined {
  return text.includes("\n") ? rewrite(text, breaks, () => "") : undefined;
}

function decode(escape: string): string {
  // oxlint-disable-next-line no-control-regex -- as above
  if (/m$|^\u001B/.test(escape)) return "";
  const [, code] = /^(?:%|=|\\+[ux])([0-9a-f]{2,4})$/i.exec(escape) ?? [];
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  const letter = escape.replace(/^\\+/, "");
  return { n: "\n", r: "\r", t: "\t" }[letter] ?? letter;
}

function rewrite(text: string, pattern: RegExp, change: (match: string) => string): View | undefined {
  /** The starts of pieces, alternately kept and changed, in the view and in the text. */
  const starts = [0];
  const sources = [0];
  let view = "";
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const from = end === 0 ? 0 : grow(end + contextChars, 1);
    const until = grow(index - contextChars, -1);
    if (until > from + contextChars) put(from, until, "\n");
    put(index, index + match.length, change(match));
  }
  if (starts.length === 1) return undefined;
  const rest = grow(end + contextChars, 1);
  if (text.length > rest) put(rest, text.length, "\n");
  view += text.slice(end);
  return { text: view, toSource: (from, to) => [sourceStart(from), sourceEnd(to)] };

  /** Move an index out of a possible key. */
  function grow(at: number, step: 1 | -1): number {
    let index = at;
    for (let steps = 0; steps < maxKeyChars && inKey.test(text[index] ?? ""); steps++) index += step;
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
