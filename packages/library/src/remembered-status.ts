import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modelsIn, prices } from "@ccdag/ccast/cost";
import { readTail, type TailCall } from "@ccdag/files/tail";

/** A call of which only the cost is remembered; `time` is in milliseconds since 1970. */
export type CostedCall = readonly [id: string, time: number, cost: number, unpriced: number];

/** What was used in a quarter of an hour. */
export type CostedTime = readonly [time: number, cost: number, unpriced: number];

/** What is remembered for status lines, small enough to be read each time. */
export interface RememberedStatus {
  /** When all projects were looked at. */
  readonly at: number;
  /** How much was read of each transcript that was written in the last days. */
  readonly files: Readonly<Record<string, number>>;
  /** The cost of the last days, without the calls of the last minutes. */
  readonly times: readonly CostedTime[];
  /** The calls of the last minutes, of which further parts may come. */
  readonly recent: readonly CostedCall[];
}

/** Where what is remembered stands in the cache folder. */
export interface StatusPlaces {
  readonly memory: string;
  /** Each call of the last days, for the next refresh. */
  readonly calls: string;
  /** Written when a refresh is started. */
  readonly started: string;
  readonly lock: string;
}

/** A quarter of an hour in milliseconds: days and blocks begin with a full one. */
const quarterMs = 900_000;

/** A transcript that grew by more is left to the next refresh: nobody waits for it. */
const mostBytes = 1_000_000;

/** Parts of a call are not further apart, and a copy is older. */
export const recentMs = 600_000;

/**
 * Where a status is remembered.
 *
 * @param cache the cache folder.
 * @param key what it depends on: where the projects are, and the version of the program, which has its prices.
 */
export function statusPlaces(cache: string, key: ReadonlyArray<string | undefined>): StatusPlaces {
  const at = (what: string) => join(cache, `results-${hashOf(JSON.stringify([what, ...key]))}`);
  const memory = at("status");
  return { memory, calls: at("status calls"), started: at("status started"), lock: `${memory}.lock` };
}

/**
 * 32 hexadecimal digits for a text, as the names of all files in the cache have them: FNV-1a from four beginnings. They need not
 * withstand anybody, and loading `node:crypto` takes as long as all else that a status line does.
 */
function hashOf(text: string): string {
  const part = (seed: number) => {
    let hash = 0x811c9dc5 ^ seed;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  };
  return [0, 1, 2, 3].map((seed) => part(Math.imul(seed, 0x9e3779b9))).join("");
}

/** A call with its cost. */
export function costOf({ id, time, model, usage }: TailCall): CostedCall {
  const used = modelsIn({ model, timestamp: time }, usage, prices).map((one) => one.usage);
  return [id, time, used.reduce((sum, one) => sum + one.cost, 0), used.reduce((sum, one) => sum + one.unpriced, 0)];
}

/** Add a part of a call: it began with its first part, and its last one counts. */
export function addCall(calls: Map<string, CostedCall>, [id, time, cost, unpriced]: CostedCall): void {
  calls.set(id, [id, Math.min(time, calls.get(id)?.[1] ?? time), cost, unpriced]);
}

/** What is used in each quarter of an hour, by time. */
export function sumTimes(calls: Iterable<CostedTime>): CostedTime[] {
  const sums = new Map<number, CostedTime>();
  for (const [time, cost, unpriced] of calls) {
    const quarter = Math.floor(time / quarterMs) * quarterMs;
    const [, costs, others] = sums.get(quarter) ?? [quarter, 0, 0];
    sums.set(quarter, [quarter, costs + cost, others + unpriced]);
  }
  return [...sums.values()].sort(([a], [b]) => a - b);
}

/**
 * Read what is remembered, and what was appended since to the transcripts that it names.
 *
 * @param places where it is remembered.
 * @param own the transcript of the session that asks; it may be new.
 * @returns absent if nothing is remembered.
 */
export function readStatus(places: StatusPlaces, own: string | undefined): RememberedStatus | undefined {
  const known = readMemory(places.memory);
  if (known === undefined) return undefined;
  const calls = new Map(known.recent.map((call) => [call[0], call]));
  const files = new Map(Object.entries(known.files));
  if (own !== undefined && !files.has(own)) files.set(own, 0);
  for (const [path, from] of files)
    for (const call of readTail(path, from, mostBytes)?.calls ?? [])
      // What is older was counted, in this file or in one that it repeats.
      if (calls.has(call.id) || call.time > known.at - recentMs) addCall(calls, costOf(call));
  const appended = [...calls.values()].map(([, ...call]): CostedTime => call);
  return { ...known, times: sumTimes([...known.times, ...appended]) };
}

function readMemory(path: string): RememberedStatus | undefined {
  try {
    const { at, files, times, recent } = JSON.parse(readFileSync(path, "utf8")) as Partial<RememberedStatus>;
    const isWhole = typeof at === "number" && files !== undefined && Array.isArray(times) && Array.isArray(recent);
    return isWhole ? { at, files, times, recent } : undefined;
  } catch {
    return undefined;
  }
}
