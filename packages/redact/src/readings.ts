import { encodedIn } from "./base64.ts";
import { decoded, joined, type View } from "./views.ts";

/** A text in a form that detectors read. */
export interface TextReading {
  /** The index of its source text. */
  readonly of: number;
  readonly value: string;
  /** Maps a range to the source; `undefined` where the text is the source. */
  readonly toSource: View["toSource"] | undefined;
  /** Whether a range spans a removed line break; `undefined` where none was removed. */
  readonly isBroken?: ((from: number, to: number) => boolean) | undefined;
  /** Whether it is a piece of a text, and not the first one. */
  readonly isContinuation?: boolean | undefined;
}

/** Longer texts are read in pieces, because regular expressions overflow on runs of some million characters. */
const pieceChars = 1_000_000;
/** How many characters two pieces share, so that each secret is complete in one of them. */
const sharedChars = 40_000;
/** How many characters before a secret may decide about it. */
const contextChars = 1000;

/**
 * The forms in which a text is read: as it is, without escapes, with broken lines joined, and what it contains as base64.
 *
 * @param value the text.
 * @param of its index.
 */
export function readingsOf(value: string, of: number): TextReading[] {
  const readings: TextReading[] = [{ of, value, toSource: undefined }];
  const bare = decoded(value);
  if (bare) readings.push({ of, value: bare.text, toSource: bare.toSource });
  const whole = joined(bare?.text ?? value);
  if (whole !== undefined) {
    const toSource: View["toSource"] = (from, to) => {
      const range = whole.toSource(from, to);
      return bare ? bare.toSource(...range) : range;
    };
    const isBroken = (from: number, to: number) => {
      const [start, end] = whole.toSource(from, to);
      return end - start > to - from;
    };
    readings.push({ of, value: whole.text, toSource, isBroken });
  }
  const encoded = [...encodedReadings(value, of), ...(bare ? encodedReadings(bare.text, of, bare.toSource) : [])];
  return [...readings, ...encoded].flatMap(piecesOf);
}

/** A finding in base64 is the whole base64. */
function encodedReadings(value: string, of: number, toSource?: View["toSource"]): TextReading[] {
  return [...encodedIn(value)].flatMap(({ text, from, to }) => {
    const range = toSource ? toSource(from, to) : ([from, to] as const);
    const bare = decoded(text);
    return [text, ...(bare ? [bare.text] : [])].map((each) => ({ of, value: each, toSource: () => range }));
  });
}

/** Whether a finding belongs to the piece before: what decides about it may be there. */
export function isOfPieceBefore({ isContinuation }: TextReading, from: number, to: number): boolean {
  return isContinuation === true && from < contextChars && to < sharedChars;
}

function piecesOf(reading: TextReading): TextReading[] {
  const { value, toSource, isBroken } = reading;
  if (value.length <= pieceChars) return [reading];
  const pieces: TextReading[] = [];
  for (let start = 0; start + sharedChars < value.length; start += pieceChars - sharedChars)
    pieces.push({
      of: reading.of,
      value: value.slice(start, start + pieceChars),
      toSource: (from, to) => (toSource ? toSource(from + start, to + start) : [from + start, to + start]),
      isBroken: isBroken && ((from, to) => isBroken(from + start, to + start)),
      isContinuation: start > 0,
    });
  return pieces;
}
