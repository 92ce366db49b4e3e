import { isRandom } from "./random.ts";
import { separators } from "./separators.ts";
import type { Notation } from "./value.ts";

/** Where a value is, and how it is written. */
export interface AssignedValue extends Notation {
  readonly from: number;
  readonly to: number;
}

/** A value, before its notation is judged. */
type PlainValue = Pick<AssignedValue, "from" | "to" | "isQuoted">;

/** A word before a quoted value: a call that wraps it, or the kind of the text. */
const wrapper = /(?:(?:new )?(?:[A-Z][\w.:]{0,40}|str|bytes|some)\([ \t]{0,4}){0,2}(?:[rbufRBUF@]{1,2})?(?=["'`])/y;
/** The scheme of a header. */
const scheme = /(?:bearer|basic|token|digest|api-?key|apitoken|splunk|bot|negotiate)[ \t]{1,4}/iy;
const quotes = new Set(['"', "'", "`"]);

/**
 * Read the value of a name.
 *
 * @param text the text.
 * @param start the start of the name.
 * @param end its end.
 * @returns the range of the value without its quotes, or `undefined` where none follows.
 */
export function readValue(text: string, start: number, end: number): AssignedValue | undefined {
  const isFlag = text[start] === "-";
  const style = styleOf(text, start, end, isFlag);
  for (const { expression, isFormal, isSure, isStated, startsLine } of separators) {
    expression.lastIndex = end;
    if (!expression.test(text)) continue;
    if (startsLine && !lineStart.test(text.slice(Math.max(0, start - 24), start))) continue;
    const value = valueAt(text, expression.lastIndex, style);
    if (!value || value.to <= value.from) continue;
    const isSetting =
      isSure ||
      (value.isQuoted && isArgument(text, start, end)) ||
      isFlag ||
      style !== "other" ||
      isAfterCommand(text, start) ||
      (startsLine && /^(?: {2}|\t)/.test(text.slice(end, value.from)));
    return {
      ...value,
      isLiteral: value.isQuoted || isFlag || startsLine === true || style !== "other",
      isStated: isFormal || isStated === true,
      isFormal: isSetting || (isFormal && (value.isQuoted || isAlone(text, start, end, value))),
    };
  }
  return undefined;
}

/** Whether a call sets what is named: `define('DB_PASSWORD', '…')`, `setPassword("…")`, `bearer_auth("…")`. */
function isArgument(text: string, start: number, end: number): boolean {
  if (text[end] === "(") return /^(?:set|with)|auth$/i.test(text.slice(start, end));
  return /\b(?:define|set\w{0,20}|put\w{0,20}|add\w{0,20}|append|store\w{0,20})\([ \t]{0,4}["'`]$/i.test(
    text.slice(Math.max(0, start - 40), start),
  );
}

/** Whether a name stands after `ENV`, `set -x` and the like, or after the login name in a file `.netrc`. */
function isAfterCommand(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 100), start);
  return /\b(?:login|user)[ \t]+\S{1,64}\s{1,24}$|(?:^|\s)(?:ENV|ARG|setx|set -\w{1,4}|#define|[Ss]et[Ee]nv|fastcgi_param)[ \t]{1,8}$/.test(
    before,
  );
}

/**
 * Whether a value without quotes is one of a file of settings, not a variable in code or a word in a sentence: it is alone
 * with its name on a line or between quotes, or it is no identifier.
 */
function isAlone(text: string, start: number, end: number, { from, to }: Omit<AssignedValue, keyof Notation>): boolean {
  const before = text.slice(Math.max(0, start - 50), start);
  const after = text.slice(to, to + 12);
  const value = text.slice(from, Math.min(to, from + 200));
  const quote = quotes.has(text[to] ?? "") && text[start - 1] === text[to];
  const fillsLine = /(?:^|\n)[ \t>+-]{0,40}["'`]?$/.test(before) && /^[ \t]{0,8}(?:$|\r?\n|#|\\n)/.test(after);
  if (quote || fillsLine) return !/^[A-Z]\w*$/.test(value) || isRandom(value);
  const isAssigned = text.slice(end, from).includes("=") || /[{,([;][ \t"'`]{0,8}$/.test(before);
  return isAssigned && /^[ \t]{0,8}(?:$|[\r\n,;}\])"'`#&])/.test(after) && !/^[A-Za-z_$][\w$]*$/.test(value);
}

/** The characters that end a value without quotes. */
const ends = {
  /** A line of a file of settings: only white space ends it. */
  line: /[\s"'`]|\\[nrt"'`\\]/g,
  /** A part of a connection string. */
  connection: /[\s"'`<>;,(){}\\|]/g,
  /** A parameter of an address. */
  query: /[\s"'`<>&#;,(){}\\|]/g,
  other: /[\s"'`<>;,(){}|]|&(?=[\w.-]{1,40}=)|\\[nrt"'`\\]/g,
};

const lineStart = /(?:^|\n)[+\-> \t]{0,8}(?:\d{1,7}[→:\t] {0,4})?$/;
const startsSetting = /(?:^|\n)[+\-> \t]{0,8}(?:\d{1,7}[→:\t] {0,4})?(?:export |set |ENV |ARG |env )?$/;

/** Whether a name follows another pair of a line of a log: `user=ada password=…`. */
function isAfterPair(text: string, start: number): boolean {
  return (
    text[start - 1] === " " &&
    /\b\w{1,16}=(?:[^\s"'`,;=(){}[\]<>]{1,40}|"[^"\n]{0,60}") $/.test(text.slice(Math.max(0, start - 80), start))
  );
}

/** How a value without quotes ends, by what is before its name. */
function styleOf(text: string, start: number, end: number, isFlag: boolean): keyof typeof ends {
  const before = text.slice(Math.max(0, start - 24), start);
  if (/[?&]$/.test(before)) return "query";
  if (text[end] === "=" && (/;[ \t]?$/.test(before) || isAfterPair(text, start))) return "connection";
  return !isFlag && startsSetting.test(before) && text[end] === "=" && /^[A-Z_][A-Z0-9_]*$/.test(text.slice(start, end))
    ? "line"
    : "other";
}

function valueAt(text: string, at: number, style: keyof typeof ends): PlainValue | undefined {
  wrapper.lastIndex = at;
  let from = wrapper.test(text) ? wrapper.lastIndex : at;
  const quote = quotes.has(text[from] ?? "") ? text[from] : undefined;
  if (quote !== undefined) from += /^(?:"""|'''|```)/.test(text.slice(from, from + 3)) ? 3 : 1;
  scheme.lastIndex = from;
  if (scheme.test(text)) from = scheme.lastIndex;
  const closing = quote === undefined ? undefined : closingQuote(text, from, quote);
  if (closing !== undefined) return { from, to: closing, isQuoted: true };
  const to = endOf(text, from, style);
  const trimmed =
    style === "line" ? 0 : (/[.:!?\]*]{0,3}$/.exec(text.slice(Math.max(from, to - 3), to))?.[0].length ?? 0);
  return { from, to: Math.max(from, to - trimmed), isQuoted: false };
}

/** The quote that ends a value on its line. Every quote of its sort ends it, but an escaped one. */
function closingQuote(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === quote) return at;
    if (sign === "\n") return undefined;
    if (sign === "\\") at++;
  }
  return undefined;
}

/** The last run of text that was read: the names in it have values that end there, too. */
let last = { text: "", style: "", from: 0, to: 0 };

function endOf(text: string, from: number, style: keyof typeof ends): number {
  if (last.text === text && last.style === style && from >= last.from && from <= last.to) return last.to;
  const end = ends[style];
  end.lastIndex = from;
  const to = end.exec(text)?.index ?? text.length;
  last = { text, style, from, to };
  return to;
}
