import { lastAt } from "./last-at.ts";

/** A text as another reader would see it, and the way back. */
export interface View {
  readonly text: string;
  /** The range of the original that a range of the view comes from. */
  readonly toSource: (from: number, to: number) => readonly [from: number, to: number];
}

/**
 * Colours of a terminal, and escapes of JSON (however deep), of programs, of addresses and of mail: letters in them would
 * else be taken for one word with what follows.
 */
const escapes =
  // oxlint-disable-next-line no-control-regex -- the escape character is what begins a colour
  /\u001B\[[0-?]*[ -/]*[@-~]|(?<!\\)\\{1,20}(?:(?:u001b|x1b|033|e)\[[\d;]*m|u[0-9a-f]{4}|x[0-9a-f]{2}|[nrt"'/])|%[0-9a-f]{2}|=3D/gi;
/**
 * A line break in the middle of what may be a key: a terminal broke the line, or an editor, a diff or a program that
 * numbers lines put something before the next one.
 */
const breaks =
  /(?<=[\w+/=.~-]{12})["'`]?[ \t]*[\\+.]?\r?\n[ \t]*(?:\d{1,7}[→|:\t][ \t]*|[+\-|>*#]{1,3}[ \t]*|\/\/[ \t]*)?["'`]?(?=[\w+/=.~-]{4})/g;

/** How much around a place is read again; more of it where what may be a key goes on there. */
const contextChars = 400;
const maxChars = 20_000;
const inKey = /[\w.~+/=-]/;

/** The text without escapes, as far as it is near to some; nothing where it has none. */
export function decoded(text: string): View | undefined {
  // oxlint-disable-next-line no-control-regex -- as above
  return /\u001B|\\[uxnrte0"'/]|%[0-9a-f]{2}|=3D/i.test(text) ? rewrite(text, escapes, decode) : undefined;
}

/** The text with broken lines joined, as far as it is near to some; nothing where none is broken. */
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
  /** Where pieces begin, by turns kept and changed: in the view, and in the text. */
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
  return { text: view, toSource: (from, to) => [begin(from), finish(to)] };

  /** A place that is in no key, or far away. */
  function grow(at: number, step: 1 | -1): number {
    let location = at;
    for (let steps = 0; steps < maxChars && inKey.test(text[location] ?? ""); steps++) location += step;
    return location;
  }

  /** Keep what stands before a piece of the text, and put something else in its place. */
  function put(from: number, to: number, value: string): void {
    view += text.slice(end, from);
    starts.push(view.length);
    sources.push(from);
    view += value;
    starts.push(view.length);
    sources.push(to);
    end = to;
  }

  function begin(at: number): number {
    const piece = lastAt(starts, at);
    return isChanged(piece) ? sources[piece]! : sources[piece]! + at - starts[piece]!;
  }

  function finish(to: number): number {
    const piece = lastAt(starts, to - 1);
    return isChanged(piece) ? sources[piece + 1]! : sources[piece]! + to - starts[piece]!;
  }
}

function isChanged(piece: number): boolean {
  return piece % 2 === 1;
}
