import type { Detector, RedactionFinding } from "../types.ts";
import { isRandom } from "./random.ts";
import { before } from "./private-key.ts";

const lastLine = /-{4,5} ?END (?:[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?) ?-{4,5}/g;
/** Where the name of a file with a private key may end. */
const file = /\bid_(?:rsa|dsa|ecdsa|ed25519)\w*(?![\w.]*\.pub)|\.(?:pem|p8|der|key|ppk)\b/gi;
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
      let end = 0;
      if (value.includes("END "))
        for (const { index } of value.matchAll(lastLine)) {
          const from = startOfBody(value, index);
          if (from < index) add(text, from, value.lastIndexOf("\n", index));
        }
      for (const index of filesIn(value)) {
        if (index < end) continue;
        const [from, to] = bodyAfter(value, index);
        if (to > from) add(text, from, to);
        end = Math.max(end, to);
      }
    }
    return findings;
  },
};

/** Whether a command or a path names a file with a private key. */
export function namesKeyFile(command: string): boolean {
  return !filesIn(`${command}\n`).next().done;
}

/** Where the lines begin that are below names of files with a private key. */
function* filesIn(text: string): Generator<number> {
  for (const { 0: name, index } of text.matchAll(file)) {
    if (/^\.(?:pem|der)$/i.test(name) && !ofKey.test(text.slice(Math.max(0, index - 80), index))) continue;
    const next = text.indexOf("\n", index);
    if (next === -1) return;
    yield next + 1;
  }
}

/** The line that ends at an index: where what it says begins, and what it says without what tools put around it. */
function contentOf(text: string, start: number, stop: number): { readonly from: number; readonly words: string } {
  const whole = text.slice(start, Math.min(stop, start + maxLineChars));
  const from = before.exec(whole)![0].length;
  return { from: start + from, words: whole.slice(from).trimEnd() };
}

/** Where the lines of a key begin that end before an index. */
function startOfBody(text: string, end: number): number {
  let from = end;
  let letters = 0;
  for (let stop = text.lastIndexOf("\n", end); stop > 0;) {
    const start = text.lastIndexOf("\n", stop - 1) + 1;
    const content = contentOf(text, start, stop);
    if (!(letters === 0 ? shortLine : line).test(content.words)) break;
    from = content.from;
    letters += content.words.length;
    stop = start - 1;
  }
  return letters < leastChars ? end : from;
}

/** The lines of a key below the name of its file. */
function bodyAfter(text: string, start: number): readonly [from: number, to: number] {
  let from = start;
  let to = start;
  let others = 0;
  for (let at = start; at < text.length;) {
    const next = text.indexOf("\n", at);
    const stop = next === -1 ? text.length : next;
    const content = contentOf(text, at, stop);
    const isLine = to > from ? shortLine.test(content.words) : isFirstLine(content.words);
    if (!isLine && (to > from || ++others > maxBetween)) break;
    if (isLine) {
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
