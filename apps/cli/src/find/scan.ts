import { escapeRegExp } from "@ccdag/core";

/** A line of a transcript that may match. */
export interface CandidateLine {
  /** Counted from 1. */
  readonly line: number;
  readonly bytes: Uint8Array;
}

/**
 * Make a function that finds the lines of a transcript which can match, by their bytes: all that hold the needles, in whatever
 * case, and all in which plain characters are escaped, as few writers of JSON do.
 *
 * @param needles as in `Query`; empty for all lines.
 */
export function createScanner([needle, ...others]: readonly string[]): (bytes: Uint8Array) => CandidateLine[] {
  if (needle === undefined) return allLines;
  // Two passes are faster than one with alternatives.
  const escape = /\\u00[2-7]/g;
  const patterns = [new RegExp(escapeRegExp(needle), "gi"), escape];
  return (content) => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const starts = new Set<number>();
    for (const piece of pieces(bytes))
      for (const pattern of patterns) {
        pattern.lastIndex = 0;
        for (let found = pattern.exec(piece.text); found; found = pattern.exec(piece.text)) {
          const start = piece.text.lastIndexOf("\n", found.index) + 1;
          const next = piece.text.indexOf("\n", found.index);
          const end = next === -1 ? piece.text.length : next;
          if (pattern === escape || holdsAll(piece.text.slice(start, end), others)) starts.add(piece.from + start);
          pattern.lastIndex = end;
        }
      }
    return toLines(
      bytes,
      [...starts].sort((a, b) => a - b),
    );
  };
}

function holdsAll(line: string, needles: readonly string[]): boolean {
  if (needles.length === 0) return true;
  const small = line.toLowerCase();
  return needles.every((needle) => small.includes(needle));
}

const lineFeed = 0x0a;

/** A text may have half a gigabyte; a piece ends with a line as far as it can. */
const maxPiece = 0x0800_0000;

/** The bytes as texts of one character each. */
function* pieces(bytes: Buffer): Generator<{ from: number; text: string }> {
  for (let from = 0; from < bytes.length;) {
    let to = Math.min(bytes.length, from + maxPiece);
    if (to < bytes.length) {
      const end = bytes.lastIndexOf(lineFeed, to);
      to = end > from ? end + 1 : to;
    }
    yield { from, text: bytes.toString("latin1", from, to) };
    from = to;
  }
}

/** A line, by where it starts: where it ends, and where the next one starts; -1 for none. */
export function lineAt(bytes: Buffer, start: number): { end: number; next: number } {
  const end = bytes.indexOf(lineFeed, start);
  return end === -1 ? { end: bytes.length, next: -1 } : { end, next: end + 1 < bytes.length ? end + 1 : -1 };
}

/** Where the lines start that hold a text. */
export function linesWith(bytes: Buffer, text: string): number[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1;) {
    starts.push(bytes.lastIndexOf(lineFeed, at) + 1);
    const { next } = lineAt(bytes, at);
    at = next === -1 ? -1 : bytes.indexOf(text, next);
  }
  return starts;
}

/** Some lines, and others of the same file by where they start. */
export function addLines(bytes: Buffer, lines: readonly CandidateLine[], starts: Iterable<number>): CandidateLine[] {
  const all = new Map(
    toLines(
      bytes,
      [...starts].sort((a, b) => a - b),
    ).map((one) => [one.line, one]),
  );
  for (const one of lines) all.set(one.line, one);
  return [...all.values()].sort((a, b) => a.line - b.line);
}

/** The lines at some places. Their bytes are copied: the content of the file is not kept. */
function toLines(bytes: Buffer, starts: readonly number[]): CandidateLine[] {
  let line = 1;
  let counted = 0;
  return starts.map((start) => {
    for (let at = bytes.indexOf(lineFeed, counted); at !== -1 && at < start; at = bytes.indexOf(lineFeed, counted)) {
      line++;
      counted = at + 1;
    }
    const end = bytes.indexOf(lineFeed, start);
    return { line, bytes: Uint8Array.prototype.slice.call(bytes, start, end === -1 ? bytes.length : end) };
  });
}

function allLines(content: Uint8Array): CandidateLine[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const starts: number[] = [];
  for (let at = 0; at < bytes.length;) {
    starts.push(at);
    const end = bytes.indexOf(lineFeed, at);
    at = end === -1 ? bytes.length : end + 1;
  }
  return toLines(bytes, starts);
}
