import { escapeRegExp } from "@ccdag/core";
import { createKernel, type Kernel } from "./scan-kernel.ts";

/** A line of a transcript that may match. */
export interface CandidateLine {
  /** Counted from 1. */
  readonly line: number;
  readonly bytes: Uint8Array;
}

/** Finds the lines of transcripts that can match. */
export interface Scanner {
  /** Room for the content of a file: it is scanned where it is read. The room before it is no longer usable. */
  readonly room: (bytes: number) => Buffer;
  /** The lines that can match, of what was read into the room. */
  readonly scan: (bytes: Buffer) => CandidateLine[];
}

/**
 * Make a scanner. It finds, by their bytes, all lines that hold the needles, in whatever case, and all in which plain
 * characters are escaped, as few writers of JSON do.
 *
 * @param needles as in `Query`; empty for all lines.
 * @param kernel what scans (default: a new one, if there are vectors; else a regular expression).
 */
export function createScanner(
  needles: readonly string[],
  kernel: Kernel | undefined = needles.length > 0 ? createKernel() : undefined,
): Scanner {
  const [needle, ...others] = needles;
  const room = kernel?.room ?? ((bytes: number) => Buffer.allocUnsafe(bytes));
  if (needle === undefined) return { room, scan: allLines };
  const places = kernel === undefined ? withPattern(needle) : withKernel(needle, kernel);
  return {
    room,
    scan(bytes) {
      const starts: number[] = [];
      for (let next = places(bytes, 0); next !== undefined;) {
        const start = next.at === 0 ? 0 : bytes.lastIndexOf(lineFeed, next.at - 1) + 1;
        const { end } = lineAt(bytes, next.at);
        if (next.isEscape || holdsAll(bytes, start, end, others)) starts.push(start);
        next = places(bytes, end);
      }
      return toLines(bytes, starts);
    },
  };
}

/** The next place of a needle, or of an escaped plain character, from a place on. */
type FindNext = (bytes: Buffer, from: number) => { readonly at: number; readonly isEscape: boolean } | undefined;

function withPattern(needle: string): FindNext {
  const pattern = new RegExp(`${escapeRegExp(needle)}|(\\\\u00[2-7])`, "gi");
  let known: Buffer | undefined;
  let text = "";
  return (bytes, from) => {
    if (bytes !== known) text = bytes.toString("latin1");
    known = bytes;
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found === null ? undefined : { at: found.index, isEscape: found[1] !== undefined };
  };
}

/** Characters of transcripts, the most frequent first; others are rarer. */
const frequent = ' etaoinsrhldcum,":fpgwy.0b1v2-_/{}3k456789xjqz()';

const maxOffset = 512;

function withKernel(needle: string, { find }: Kernel): FindNext {
  const rarity = (offset: number) => {
    const at = frequent.indexOf(needle[offset]!);
    return at === -1 ? frequent.length : at;
  };
  // What is read behind the content is as long as the padding of the kernel.
  const offsets = Array.from(needle.slice(0, maxOffset), (_, offset) => offset).sort((a, b) => rarity(b) - rarity(a));
  const [first, second] = [offsets[0]!, offsets[1] ?? offsets[0]!];
  const probe = (offset: number) =>
    [offset, needle.charCodeAt(offset), /[a-z]/.test(needle[offset]!) ? 0x20 : 0] as const;
  const probes = [...probe(first), ...probe(second)] as const;
  return (bytes, from) => {
    for (let at = find(from, bytes.length, ...probes); at !== -1 && at < bytes.length;) {
      if (isNeedle(bytes, at, needle)) return { at, isEscape: false };
      if (isPlainEscape(bytes, at)) return { at, isEscape: true };
      at = find(at + 1, bytes.length, ...probes);
    }
    return undefined;
  };
}

function isNeedle(bytes: Buffer, at: number, needle: string): boolean {
  if (at + needle.length > bytes.length) return false;
  for (let index = 0; index < needle.length; index++) {
    const byte = bytes[at + index]!;
    if ((byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte) !== needle.charCodeAt(index)) return false;
  }
  return true;
}

/** `\u0020` to `\u007f`. */
const plainEscape = /\\u00[2-7]/;

function isPlainEscape(bytes: Buffer, at: number): boolean {
  return plainEscape.test(bytes.toString("latin1", at, at + 5));
}

function holdsAll(bytes: Buffer, start: number, end: number, needles: readonly string[]): boolean {
  if (needles.length === 0) return true;
  const line = bytes.toString("latin1", start, end);
  if (plainEscape.test(line)) return true;
  const small = line.toLowerCase();
  return needles.every((needle) => small.includes(needle));
}

const lineFeed = 0x0a;

/** A line, by a place in it: where it ends, and where the next one starts; -1 for none. */
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
    return { line, bytes: Uint8Array.prototype.slice.call(bytes, start, lineAt(bytes, start).end) };
  });
}

function allLines(bytes: Buffer): CandidateLine[] {
  const starts: number[] = [];
  for (let at = bytes.length > 0 ? 0 : -1; at !== -1; at = lineAt(bytes, at).next) starts.push(at);
  return toLines(bytes, starts);
}
