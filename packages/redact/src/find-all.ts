import type { Detector, RedactionFinding } from "./types.ts";
import { decoded, joined, type View } from "./views.ts";

/** A range of a text that is redacted. */
export interface Hit {
  readonly from: number;
  readonly to: number;
  readonly rule: string;
  readonly kind: string;
}

/** A text in the form that a detector reads. */
interface Reading {
  /** The index of its source text. */
  readonly of: number;
  readonly value: string;
  /** Maps a range to the source; `undefined` where the text is the source. */
  readonly toSource: View["toSource"] | undefined;
  /** Whether a range spans a removed line break; `undefined` where none was removed. */
  readonly isBroken?: ((from: number, to: number) => boolean) | undefined;
}

/**
 * Run all detectors on all texts: as they are, without escapes, and with broken lines joined.
 *
 * @param texts distinct texts.
 * @param detectors the detectors, in order.
 * @returns the hits of each text, by its index, in order and without overlap; a text without hits is not in the map.
 */
export async function findAll(
  texts: readonly string[],
  detectors: readonly Detector[],
): Promise<ReadonlyMap<number, readonly Hit[]>> {
  const readings = texts.flatMap((value, of) => readingsOf(value, of));
  const all = readings.map(({ value }) => value);
  const found = new Map<number, Hit[]>();
  for (const detector of detectors) {
    const whole = new Map<string, Hit>();
    const broken: Array<{ of: number; hit: Hit }> = [];
    for (const finding of await detector.find(all)) {
      const reading = readings[finding.text]!;
      const { of } = reading;
      const hit = toHit(finding, reading, detector);
      if (reading.isBroken === undefined) {
        add(of, hit);
        whole.set(`${of}:${hit.from}`, hit);
      } else if (detector.wraps && reading.isBroken(finding.from, finding.to)) broken.push({ of, hit });
    }
    for (const { of, hit } of broken) if (isContinued(texts[of]!, hit, whole.get(`${of}:${hit.from}`))) add(of, hit);
  }
  return new Map([...found].map(([of, hits]) => [of, merge(hits)]));

  function add(of: number, hit: Hit): void {
    const hits = found.get(of);
    if (hits) hits.push(hit);
    else found.set(of, [hit]);
  }
}

function readingsOf(value: string, of: number): Reading[] {
  const readings: Reading[] = [{ of, value, toSource: undefined }];
  const bare = decoded(value);
  if (bare) readings.push({ of, value: bare.text, toSource: bare.toSource });
  const whole = joined(bare?.text ?? value);
  if (whole === undefined) return readings;
  const toSource: View["toSource"] = (from, to) => {
    const range = whole.toSource(from, to);
    return bare ? bare.toSource(...range) : range;
  };
  const isBroken = (from: number, to: number) => {
    const [start, end] = whole.toSource(from, to);
    return end - start > to - from;
  };
  return [...readings, { of, value: whole.text, toSource, isBroken }];
}

function toHit({ from, to, rule, kind }: RedactionFinding, { toSource }: Reading, { name }: Detector): Hit {
  const [start, end] = toSource ? toSource(from, to) : [from, to];
  return { from: start, to: end, rule: rule ?? name, kind: kind ?? rule ?? name };
}

/**
 * Whether a key continues after a line break. A key that is also complete without the rest continues only where the rest
 * looks random; else the rest is the first word of the next line.
 */
function isContinued(text: string, { from, to }: Hit, whole: Hit | undefined): boolean {
  if (whole === undefined) return true;
  const rest = text.slice(Math.max(from, whole.to), to);
  return /\d/.test(rest.replace(/^(?:\\+[nr]|[^\w/+=])*(?:\d{1,7}[→|:\t])?/, ""));
}

/** Merge overlapping hits into one, with the name of the one that begins first and is longest. */
export function merge(hits: Hit[]): Hit[] {
  const merged: Hit[] = [];
  for (const hit of hits.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1);
    if (last === undefined || hit.from >= last.to) merged.push(hit);
    else if (hit.to > last.to) merged[merged.length - 1] = { ...last, to: hit.to };
  }
  return merged;
}
