import type { Detector, RedactionFinding } from "../types.ts";
import { isPlaceholder } from "./random.ts";

const begin =
  /-{4,5} ?BEGIN (?:[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V\d) ?-{4,5}|PuTTY-User-Key-File-\d{1,2}:[^\n\\]{0,40}|Private-Lines: {0,2}\d{1,3}/g;
const end =
  /-{4,5} ?END (?:[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V\d) ?-{4,5}|Private-MAC: ?[0-9a-f]{0,64}/g;
const lineBreak = /\r?\n|(?<!\\)\\{1,20}[rn]/g;
const anotherBegin = /BEGIN /g;
/** What tools put before a line: its number, the sign of a diff or comment, a quote, the prefix of `grep`. */
export const before: RegExp =
  /^(?:[\w./-]{1,200}[-:]\d{1,7}[-:]|[\s"'`+\-|>,#/*]{0,20}\d{1,7}(?:[→|:\t-]|[ ]{1,4}(?=[+\-|→ A-Za-z])))?[\s"'`+\-|>,#/*]{0,20}/;
const body = /^[A-Za-z0-9+/=]*/;
const header = /^[A-Z][A-Za-z-]{2,20}: /;
/** No line of a key is longer. */
const lineChars = 20_000;

/**
 * Private keys in PEM or PGP armour or in the format of PuTTY: complete or cut off, with numbers or signs before their lines,
 * or with escaped line ends. Where the key is cut off, a body of fewer than 32 characters is only about a key.
 */
export const privateKey: Detector = {
  name: "private-key",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      begin.lastIndex = 0;
      const next = { break: finder(value, lineBreak), end: finder(value, end), begin: finder(value, anotherBegin) };
      for (let found = begin.exec(value); found; found = begin.exec(value)) {
        const { to, isKey } = readKey(value, begin.lastIndex, next);
        if (isKey) findings.push({ text, from: found.index, to });
        begin.lastIndex = Math.max(to, begin.lastIndex);
      }
    }
    return findings;
  },
};

/** The first match at or after an index. */
type Finder = (at: number) => RegExpExecArray | undefined;

/** A search from indexes that ascend: it remembers its last match, so that it reads the text once, however many keys begin in it. */
function finder(text: string, expression: RegExp): Finder {
  let last: RegExpExecArray | undefined;
  let isOver = false;
  return (at) => {
    if (isOver || (last && last.index >= at)) return last;
    expression.lastIndex = at;
    last = expression.exec(text) ?? undefined;
    isOver = last === undefined;
    return last;
  };
}

/** Read a key after its first line. The next search begins at `to`, so that no line is read twice. */
function readKey(
  text: string,
  from: number,
  next: Readonly<Record<"break" | "end" | "begin", Finder>>,
): { readonly to: number; readonly isKey: boolean } {
  let at = from;
  let letters = "";
  while (at < text.length) {
    const found = next.break(at);
    const stop = found?.index ?? text.length;
    if (stop - at > lineChars) break;
    const closing = next.end(at);
    const closed = closing && closing.index < stop ? closing : undefined;
    if (!closed && (next.begin(at)?.index ?? stop) < stop) break;
    const line = text.slice(at, closed?.index ?? stop);
    const inside = line.slice(before.exec(line)![0].length);
    if (closed) {
      const all = letters + lettersOf(inside);
      return { to: closed.index + closed[0].length, isKey: all.length >= 32 || isShortBody(all) };
    }
    if (!isPartOfKey(inside)) break;
    letters += header.test(inside) ? "" : lettersOf(inside);
    at = found ? stop + found[0].length : text.length;
  }
  return { to: at, isKey: letters.length >= 32 };
}

/** Whether a text is a line of a private key, or of its headers. */
function isPartOfKey(text: string): boolean {
  if (header.test(text)) return true;
  return /^[\s"'`,\\+;)\]}]*$/.test(text.slice(body.exec(text)![0].length));
}

function lettersOf(text: string): string {
  return text.replace(/[^A-Za-z0-9+/=]/g, "");
}

/** Whether a short body that has an end is a key, not words about one. */
function isShortBody(letters: string): boolean {
  return (
    letters.length >= 8 &&
    /\d/.test(letters) &&
    /[a-z]/.test(letters) &&
    /[A-Z]/.test(letters) &&
    !isPlaceholder(letters)
  );
}
