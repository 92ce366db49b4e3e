import type { Notation } from "./value.ts";

/** Where a value is, and how it is written. */
export interface AssignedValue extends Notation {
  readonly from: number;
  readonly to: number;
}

/** `the password is …`, `the password for the server is …` */
const stated =
  /["'`*]{0,3}(?:[ \t]{1,4}(?!is\b|was\b)[a-z]{1,14}){0,5}[ \t]{1,4}(?:is|was|ist|set to|changed to|reset to)(?: now)?[ \t]{0,2}:?[ \t]{1,4}/y;

/** A value, before its notation is judged. */
type PlainValue = Pick<AssignedValue, "from" | "to" | "isQuoted">;

/** `password    …`, which fills the rest of the line */
const line = /[ \t]{1,40}(?=[^\s=:|]\S{0,400}[ \t]{0,8}(?:\r?\n|$))/y;

/** Notations between a name and its value, in the order in which they are tried. Each is anchored, and every repeat is bounded. */
const separators: ReadonlyArray<{ readonly expression: RegExp; readonly isFormal: boolean; readonly isSure?: true }> = [
  // `apiKey: string = "…"`, `api_key: Option<String> = …`
  {
    expression:
      /\??:[ \t]{0,4}[A-Za-z_][\w.]{0,30}(?:<[\w., [\]]{0,40}>)?(?:\[\])?(?: \| \w{1,20}){0,3}[ \t]{0,4}:?=(?=[ \t"'`])[ \t]{0,8}/y,
    isFormal: true,
  },
  // `{ "name": "DB_PASSWORD", "value": "…" }`, `<add key="Password" value="…"/>`, `variable "password" { default = "…" }`
  {
    expression:
      /["'`]?[ \t]{0,4}[,:=]?\s{0,40}(?:[{]\s{0,40}(?:(?:type|description|sensitive)["'`]?[ \t]{0,16}[:=][^\n]{0,120}\n\s{0,40}){0,3})?["'`]?(?:value|default)["'`]?[ \t]{0,16}[:=]>?[ \t]{0,8}/iy,
    isFormal: true,
  },
  // `**Password:** …`, `| password | … |`
  {
    expression:
      /[*_`]{1,3}:?[*_]{0,3}[ \t]{0,2}[:=][*_]{0,3}[ \t]{0,8}|[*_]{0,3}:[*_`]{1,3}[ \t]{1,8}|[*_`]{0,3}[ \t]{1,20}\|[ \t]{1,20}/y,
    isFormal: false,
  },
  // `password: |` or `PASSWORD=\`, and the value on the next line
  {
    expression:
      /["'`]?[ \t]{0,4}(?::[ \t]{0,4}(?:[|>][+-]?\d?[ \t]{0,4})?\r?\n[ \t]{1,24}|=[ \t]{0,4}\\\r?\n[ \t]{0,24})/y,
    isFormal: true,
  },
  // `key = …`, `"key": …`, `key => …`, `key == "…"`, `["key"] = …`
  { expression: /["'`]?\]?\)?[ \t]{0,16}(?:=>|->|<-|[:?|+]?={1,3}|!={1,2}|::?)[ \t]{0,16}/y, isFormal: true },
  // `set("password", "…")`, `setPassword("…")`
  { expression: /["'`][ \t]{0,4},\s{0,24}(?=["'`])|\([ \t]{0,4}(?=["'`])/y, isFormal: false },
  // `read PASSWORD <<< "…"`
  { expression: /[ \t]{1,4}<<<[ \t]{0,4}/y, isFormal: true },
  // `<password>…</password>`
  { expression: />(?=[^<>\s]{1,400}<\/)/y, isFormal: true, isSure: true },
  { expression: stated, isFormal: false },
  // `use the following password to proceed:`, and the value alone on a line below
  {
    expression:
      /(?:[ \t]{1,4}[a-z]{1,14}){0,8}[ \t]{0,2}:[ \t]{0,4}(?:\r?\n[ \t]{0,8}){1,3}(?=[\w-]{8,200}[ \t]{0,4}(?:\r?\n|$))/y,
    isFormal: false,
  },
  // `the passwords are …`
  { expression: /["'`*]{0,3}[ \t]{1,4}(?:are|to|as)[ \t]{0,2}:?[ \t]{1,4}/y, isFormal: false },
  // `password    …` as a line of a table or a file of settings
  { expression: line, isFormal: false },
  // `--password …`, `login ada password …`, `ENV API_KEY …`
  { expression: /["'`]?[ \t]{1,16}(?!\S{0,80}[=:]\w)(?![ \t=:])/y, isFormal: false },
];

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
  for (const { expression, isFormal, isSure } of separators) {
    expression.lastIndex = end;
    if (!expression.test(text)) continue;
    const value = valueAt(text, expression.lastIndex, style);
    if (!value || value.to <= value.from) continue;
    const isSetting =
      isSure ||
      (value.isQuoted && isArgument(text, start)) ||
      isFlag ||
      style !== "other" ||
      isAfterCommand(text, start);
    const isLine = expression === line && startsLine.test(text.slice(Math.max(0, start - 24), start));
    const isLiteral = value.isQuoted || isFlag || style !== "other";
    const isStated = isFormal || expression === stated || isLine;
    return {
      ...value,
      isLiteral,
      isStated,
      isFormal:
        isSetting ||
        (isLine && /^[ \t]{2}|\t/.test(text.slice(end, value.from))) ||
        (isFormal && (value.isQuoted || isAlone(text, start, end, value))),
    };
  }
  return undefined;
}

/** Whether a quoted name is the first argument of a call that sets something: `define('DB_PASSWORD', '…')`. */
function isArgument(text: string, start: number): boolean {
  return /\b(?:define|set\w{0,20}|put\w{0,20}|add\w{0,20}|append|store\w{0,20})\([ \t]{0,4}["'`]$/i.test(
    text.slice(Math.max(0, start - 40), start),
  );
}

/** Whether a name stands after `ENV`, `set -x` and the like, or after the login name in a file `.netrc`. */
function isAfterCommand(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 100), start);
  return /\b(?:login|user)[ \t]+\S{1,64}\s{1,24}$|(?:^|\s)(?:ENV|ARG|setx|set -\w{1,4}|#define)[ \t]{1,8}$/.test(
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
  if (quote || fillsLine) return !/^[A-Z]\w*$/.test(value);
  const isAssigned = text.slice(end, from).includes("=") || /[{,([;][ \t"'`]{0,8}$/.test(before);
  return isAssigned && /^[ \t]{0,8}(?:$|[\r\n,;}\])"'`#&])/.test(after) && !/^[A-Za-z_$][\w$]*$/.test(value);
}

/** The characters that end a value without quotes. */
const ends = {
  /** A line of a file of settings: only white space ends it. */
  line: /[\s"'`]|\\[nrt"'`\\]/g,
  /** A part of a connection string. */
  connection: /[\s"'`<>;\\|]/g,
  /** A parameter of an address. */
  query: /[\s"'`<>&#;,(){}\\|]/g,
  other: /[\s"'`<>;,(){}|]|&(?=[\w.-]{1,40}=)|\\[nrt"'`\\]/g,
};

const startsLine = /(?:^|\n)[+\-> \t]{0,8}(?:\d{1,7}[→:\t] {0,4})?$/;
const startsSetting = /(?:^|\n)[+\-> \t]{0,8}(?:\d{1,7}[→:\t] {0,4})?(?:export |set |ENV |ARG |env )?$/;

/** How a value without quotes ends, by what is before its name. */
function styleOf(text: string, start: number, end: number, isFlag: boolean): keyof typeof ends {
  const before = text.slice(Math.max(0, start - 24), start);
  if (/[?&]$/.test(before)) return "query";
  if (/;[ \t]?$/.test(before) && text[end] === "=") return "connection";
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
