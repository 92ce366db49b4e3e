import type { Detector, RedactionFinding } from "../types.ts";

/** How many characters of base64 in one run, on one whole line, and in a data URL cannot be searched. */
const runChars = 1000;
const lineChars = 160;
const urlChars = 64;
/** How long the lines of wrapped base64 are at least, and how many there are. */
const wrappedChars = 60;
const wrappedLines = 8;

const isDataCode = tableOf(/[A-Za-z0-9+/]/);

/** Which of the first 128 characters match. */
export function tableOf(expression: RegExp): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => expression.test(String.fromCharCode(code)));
}

/** The end of the run of characters of a table, without a regular expression: these overflow on runs of six million characters. */
export function endOfRun(text: string, from: number, table: readonly boolean[]): number {
  let at = from;
  while (at < text.length && table[text.charCodeAt(at)] === true) at++;
  return at;
}

/**
 * Data that cannot be searched for secrets: an image in a data URL, or a file as base64, on one line or several. Each
 * character is read a bounded number of times, whatever the length.
 */
export const embeddedData: Detector = {
  name: "embedded-data",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries())
      for (const [from, to] of dataIn(value)) findings.push({ text, from, to, kind: "data" });
    return findings;
  },
};

function* dataIn(text: string): Generator<readonly [from: number, to: number]> {
  for (let at = 0; at < text.length; at++) {
    const end = endOfRun(text, at, isDataCode);
    if (end - at < wrappedChars) {
      at = end;
      continue;
    }
    const last = endOfPadding(text, endOfLines(text, at, end));
    const url = /data:[\w.+-]{1,60}\/[\w.+-]{1,60};base64,$/.exec(text.slice(Math.max(0, at - 140), at));
    const fillsLine = (at === 0 || text[at - 1] === "\n") && (last === text.length || /[\r\n]/.test(text[last]!));
    const least = url ? urlChars : fillsLine ? lineChars : runChars;
    if ((last - at >= least || last > end + 2) && isMixed(text, at, last)) yield [at - (url?.[0].length ?? 0), last];
    at = last;
  }
}

/** The end of wrapped lines after a run; the end of the run itself where they are too few. */
function endOfLines(text: string, from: number, end: number): number {
  let last = end;
  let full = 1;
  for (;;) {
    const next = text[last] === "\r" && text[last + 1] === "\n" ? last + 2 : text[last] === "\n" ? last + 1 : undefined;
    if (next === undefined || last === from) break;
    const stop = endOfRun(text, next, isDataCode);
    if (stop === next) break;
    last = stop;
    if (stop - next < wrappedChars) break;
    full++;
  }
  return full >= wrappedLines ? last : end;
}

function endOfPadding(text: string, end: number): number {
  let last = end;
  while (last < end + 2 && text[last] === "=") last++;
  return last;
}

/** Base64 has letters of both cases and digits, unlike a repeated path or a line of one letter. */
function isMixed(text: string, from: number, to: number): boolean {
  const piece = text.slice(from, Math.min(to, from + 4096));
  return /[a-z]/.test(piece) && /[A-Z]/.test(piece) && /\d/.test(piece);
}
