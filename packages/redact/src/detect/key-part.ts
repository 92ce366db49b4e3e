import type { Detector, RedactionFinding } from "../types.ts";
import { endOfLine, startOfLine } from "./lines.ts";
import { isRandom } from "./random.ts";
import { before } from "./private-key.ts";

const lastLine = /-{4,5} ?END (?:[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?) ?-{4,5}/g;
/** Where the name of a file with a private key may end. */
const file = /\bid_(?:rsa|dsa|ecdsa|ed25519)\w*(?![\w.]*\.pub)|\.(?:pem|p8|der|key|ppk)\b/gi;
/** How the keys of OpenSSH begin, in base64. */
const openssh = /b3BlbnNzaC1rZXktdjE/g;
/** What is before the end of a name that other files have, too. */
const ofKey = /(?:priv|key)[\w-]{0,40}$/i;

/** How many other lines may stand between the name and the first line of the key, as in a diff. */
const maxBetween = 3;
/** A line of a key is wrapped at these lengths. */
const line = /^[A-Za-z0-9+/]{40,76}={0,2}$/;
const shortLine = /^[A-Za-z0-9+/]{4,76}={0,2}$/;
const maxLineChars = 400;
/** Fewer characters before the last line of a key are words about it. */
const leastChars = 32;

/**
 * Lines of a private key whose first line is not shown: before the last line of the key, as `tail` prints them, or below the
 * name of its file, as a tool reads them from the middle.
 */
export const keyPart: Detector = {
  name: "private-key-part",
  find(texts) {
    const findings: RedactionFinding[] = [];
    const add = (text: number, from: number, to: number) => findings.push({ text, from, to, kind: "private-key" });
    for (const [text, value] of texts.entries()) {
      if (value.includes("END "))
        for (const { index } of value.matchAll(lastLine)) {
          const [from, to] = bodyBefore(value, index);
          if (to > from) add(text, from, to);
        }
      let end = 0;
      for (const start of startsIn(value)) {
        if (start < end) continue;
        const [from, to] = bodyAfter(value, start);
        if (to > from) add(text, from, to);
        end = to;
      }
    }
    return findings;
  },
};

/** Whether a command or a path names a file with a private key. */
export function namesKeyFile(command: string): boolean {
  return !filesIn(`${command}\n`).next().done;
}

/** Where the lines begin at which a key may begin: below the name of its file, or with the first characters of a key. */
function* startsIn(text: string): Generator<number> {
  for (const { index } of text.matchAll(openssh)) yield Math.max(startOfLine(text, index, maxLineChars), 0);
  yield* filesIn(text);
}

/** Where the lines begin that are below names of files with a private key. */
function* filesIn(text: string): Generator<number> {
  let next = -1;
  for (const { 0: name, index } of text.matchAll(file)) {
    if (index < next) continue;
    if (/^\.(?:pem|der)$/i.test(name) && !ofKey.test(text.slice(Math.max(0, index - 80), index))) continue;
    next = text.indexOf("\n", index) + 1;
    if (next === 0) return;
    yield next;
  }
}

/** What a line says without what tools put around it, and where that begins. */
function contentOf(text: string, start: number, stop: number): { readonly from: number; readonly words: string } {
  const whole = text.slice(start, stop);
  const from = before.exec(whole)![0].length;
  return { from: start + from, words: whole.slice(from).trimEnd() };
}

/** The lines of a key above its last line. */
function bodyBefore(text: string, end: number): readonly [from: number, to: number] {
  const to = startOfLine(text, end, maxLineChars) - 1;
  let from = to;
  let letters = 0;
  for (let stop = to; stop > 0;) {
    const start = startOfLine(text, stop, maxLineChars);
    if (start === -1) break;
    const content = contentOf(text, start, stop);
    if (!(letters === 0 ? shortLine : line).test(content.words)) break;
    from = content.from;
    letters += content.words.length;
    stop = start - 1;
  }
  return letters < leastChars ? [to, to] : [from, to];
}

/** The lines of a key at or below a line. */
function bodyAfter(text: string, start: number): readonly [from: number, to: number] {
  let from = start;
  let to = start;
  let others = 0;
  for (let at = start; at < text.length;) {
    const stop = endOfLine(text, at, maxLineChars);
    if (stop === -1) break;
    const content = contentOf(text, at, stop);
    const isBody = to > from ? shortLine.test(content.words) : isFirstLine(content.words);
    if (!isBody && (to > from || ++others > maxBetween)) break;
    if (isBody) {
      if (to === from) from = content.from;
      to = content.from + content.words.length;
    }
    at = stop + 1;
  }
  return [from, to];
}

function isFirstLine(words: string): boolean {
  return line.test(words) && /[a-z]/.test(words) && /[A-Z]/.test(words) && isRandom(words);
}
