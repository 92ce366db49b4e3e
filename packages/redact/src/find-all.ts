import type { Detector, RedactionFinding } from "./types.ts";
import { decoded, joined, type View } from "./views.ts";

/** A range of a text that is taken out. */
export interface Hit {
  readonly from: number;
  readonly to: number;
  readonly rule: string;
  readonly kind: string;
}

/** A text as a detector reads it. */
interface Reading {
  /** Which of the texts it is of. */
  readonly of: number;
  readonly value: string;
  readonly toSource: View["toSource"] | undefined;
  /** Whether a range goes over a line break; nothing where none was taken out. */
  readonly isBroken?: ((from: number, to: number) => boolean) | undefined;
}

/**
 * Let all detectors read all texts: as they are, without escapes, and with broken lines joined.
 *
 * @param texts each once.
 * @param detectors who looks.
 * @returns for each text what is taken out of it, in order, without overlap; nothing for a text that stays.
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
 * Whether a key goes on behind a line break. One that was whole without what follows goes on only where that looks made
 * by chance: else it is the first word of the next line.
 */
function isContinued(text: string, { from, to }: Hit, whole: Hit | undefined): boolean {
  if (whole === undefined) return true;
  const rest = text.slice(Math.max(from, whole.to), to);
  return /\d/.test(rest.replace(/^(?:\\+[nr]|[^\w/+=])*(?:\d{1,7}[→|:\t])?/, ""));
}

/** What overlaps is one; it has the name of what begins first and is longest. */
export function merge(hits: Hit[]): Hit[] {
  const merged: Hit[] = [];
  for (const hit of hits.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1);
    if (last === undefined || hit.from >= last.to) merged.push(hit);
    else if (hit.to > last.to) merged[merged.length - 1] = { ...last, to: hit.to };
  }
  return merged;
}
