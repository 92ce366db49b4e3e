import { lastAt } from "./last-at.ts";

/** A text as another reader would see it, and the way back. */
export interface View {
  readonly text: string;
  /** The range of the original that a range of the view comes from. */
  readonly toSource: (from: number, to: number) => readonly [from: number, to: number];
}

/** Escapes of JSON, however deep, and of addresses: letters behind them would else be taken for one word with it. */
const escapes = /\\+(?:u[0-9a-f]{4}|[nrt"'/])|%[0-9a-f]{2}/gi;
/**
 * A line break in the middle of what may be a key: a terminal broke the line, or an editor, a diff or a program that
 * numbers lines put something before the next one.
 */
const breaks =
  /(?<=[\w+/=.~-]{12})["'`]?[ \t]*[\\+.]?\r?\n[ \t]*(?:\d{1,7}[→|:\t][ \t]*|[+\-|>*#]{1,3}[ \t]*|\/\/[ \t]*)?["'`]?(?=[\w+/=.~-]{4})/g;

/** How much around a place is read again. Keys are shorter, or begin and end in it. */
const near = 400;

/** The text without escapes, as far as it is near to some; nothing where it has none. */
export function decoded(text: string): View | undefined {
  return /\\[unrt"'/]|%[0-9a-f]{2}/i.test(text) ? rewrite(text, escapes, decode) : undefined;
}

/** The text with broken lines joined, as far as it is near to some; nothing where none is broken. */
export function joined(text: string): View | undefined {
  return text.includes("\n") ? rewrite(text, breaks, () => "") : undefined;
}

function decode(escape: string): string {
  if (escape.startsWith("%")) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  const letter = escape.replace(/^\\+/, "");
  if (letter.length === 5) return String.fromCharCode(Number.parseInt(letter.slice(1), 16));
  return { n: "\n", r: "\r", t: "\t" }[letter] ?? letter;
}

function rewrite(text: string, pattern: RegExp, change: (match: string) => string): View | undefined {
  /** Where pieces begin, by turns kept and changed: in the view, and in the text. */
  const starts = [0];
  const sources = [0];
  let view = "";
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const from = end === 0 ? 0 : end + near;
    if (index - near > from + near) put(from, index - near, "\n");
    put(index, index + match.length, change(match));
  }
  if (starts.length === 1) return undefined;
  if (text.length > end + near) put(end + near, text.length, "\n");
  view += text.slice(end);
  return { text: view, toSource: (from, to) => [begin(from), finish(to)] };

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
