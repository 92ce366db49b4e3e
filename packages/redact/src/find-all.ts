import { addSecret, createKnownSecrets } from "./known.ts";
import { isOfPieceBefore, type TextReading, readingsOf } from "./readings.ts";
import type { Detector, RedactionFinding } from "./types.ts";

/** A range of a text that is redacted. */
export interface Hit {
  readonly from: number;
  readonly to: number;
  readonly rule: string;
  readonly kind: string;
}

/**
 * Run all detectors on all texts, in each of their readings, and then find the secrets again where nothing marks them.
 *
 * @param texts distinct texts.
 * @param detectors the detectors, in order.
 * @returns the hits of each text, by its index, in order and without overlap; a text without hits is not in the map.
 * @throws what a detector throws also for an empty text. Where it fails on one text only, that text is redacted as a whole.
 */
export async function findAll(
  texts: readonly string[],
  detectors: readonly Detector[],
): Promise<ReadonlyMap<number, readonly Hit[]>> {
  const readings = texts.flatMap((value, of) => readingsOf(value, of));
  const unbroken = readings.filter(({ isBroken }) => isBroken === undefined);
  const found = new Map<number, Hit[]>();
  const known = createKnownSecrets();
  for (const detector of detectors) {
    const whole = new Map<string, Hit>();
    const broken: Array<{ of: number; hit: Hit; value: string }> = [];
    const own = detector.wraps ? readings : unbroken;
    for (const finding of await findIn(detector, own)) {
      const reading = own[finding.text]!;
      if (isOfPieceBefore(reading, finding.from, finding.to)) continue;
      const hit = toHit(finding, reading, detector);
      const value = reading.value.slice(finding.from, finding.to);
      if (reading.isBroken === undefined) {
        add(reading.of, hit, detector.spreads ? value : "");
        whole.set(`${reading.of}:${hit.from}`, hit);
      } else if (reading.isBroken(finding.from, finding.to))
        broken.push({ of: reading.of, hit, value: detector.spreads ? value : "" });
    }
    for (const { of, hit, value } of broken)
      if (isContinued(texts[of]!, hit, whole.get(`${of}:${hit.from}`))) add(of, hit, value);
  }
  for (const reading of readings)
    for (const { from, to, data, isWhole } of known.find(reading.value)) {
      if (reading.isBroken && !(isWhole && reading.isBroken(from, to))) continue;
      const [start, end] = reading.toSource?.(from, to) ?? [from, to];
      add(reading.of, { ...data, from: start, to: end }, "");
    }
  return new Map([...found].map(([of, hits]) => [of, merge(hits)]));

  function add(of: number, hit: Hit, value: string): void {
    const hits = found.get(of);
    if (hits) hits.push(hit);
    else found.set(of, [hit]);
    addSecret(known, value, hit);
  }
}

/** The findings of a detector. A text on which it fails cannot be searched, so all of it is a finding. */
async function findIn(detector: Detector, readings: readonly TextReading[]): Promise<Iterable<RedactionFinding>> {
  try {
    return await detector.find(readings.map(({ value }) => value));
  } catch {
    await detector.find([""]);
  }
  const all: RedactionFinding[] = [];
  for (const [text, { value }] of readings.entries())
    try {
      for (const finding of await detector.find([value])) all.push({ ...finding, text });
    } catch {
      all.push({ text, from: 0, to: value.length, rule: "unreadable" });
    }
  return all;
}

function toHit({ from, to, rule, kind }: RedactionFinding, { toSource }: TextReading, { name }: Detector): Hit {
  const [start, end] = toSource ? toSource(from, to) : [from, to];
  return { from: start, to: end, rule: rule ?? name, kind: kind ?? rule ?? name };
}

/** A line that sets something else. */
const setting = /\n[ \t]{0,40}[A-Za-z_][\w.-]{1,64}(?:=(?=[^=\s])|:[ \t])/;

/**
 * Whether a key continues after a line break. A key that is also complete without the rest continues only where the rest
 * looks random; else the rest is the first word of the next line. An incomplete key does not continue with a word.
 */
function isContinued(text: string, { from, to }: Hit, whole: Hit | undefined): boolean {
  if (whole === undefined)
    return (
      !/[\n\\]\s{0,40}[a-z]{1,12}$/.test(text.slice(Math.max(from, to - 60), to)) && !setting.test(text.slice(from, to))
    );
  const rest = text.slice(Math.max(from, whole.to), to);
  return /\d/.test(rest.replace(/^(?:[^\w/+=]|(?<=\\)[nr])*(?:\d{1,7}[→|:\t])?/, ""));
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
