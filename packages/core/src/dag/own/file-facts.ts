import type { Entry } from "../../entry/entry.ts";
import { sessionIdOf } from "../../entry/session-id.ts";
import type { OwnerView } from "./own-rule.ts";

/** Facts about files that hold copies of one another, by path. */
export interface FileFacts {
  /** When the first prompt was queued, in milliseconds since 1970; `-Infinity` if none was. */
  readonly firstEnqueue: (path: string) => number;
  /** The time of the earliest entry of a file. */
  readonly firstTime: (path: string) => number;
  /** The time of the latest entry of a file. */
  readonly lastTime: (path: string) => number;
  /** Whether the entry has the `promptId` of a prompt that only its own file holds, further down. */
  readonly isLaterPrompt: (entry: Entry) => boolean;
  /** How many records the file of an entry has in the region that it shares with the other holders of the entry. */
  readonly sharedLines: (entry: Entry) => number;
  /**
   * For entries with one uuid: whether a record of the shared region in the file of each has the file of another one of
   * them as its `sessionId`.
   */
  readonly namesOther: (all: readonly Entry[]) => readonly boolean[];
}

/** A part of a file that a set of files shares, from its first shared line to its last. */
interface Region {
  first: number;
  last: number;
  /** Session ids of its records. */
  readonly ids: Set<string>;
}

const known = new WeakMap<OwnerView, FileFacts>();

/** The facts of all files. They are collected once, when they are first needed. */
export function factsOf(view: OwnerView): FileFacts {
  const found = known.get(view) ?? sweep(view);
  known.set(view, found);
  return found;
}

function sweep(view: OwnerView): FileFacts {
  const holders = findHolders(view);
  const times = findTimes(view);
  const enqueues = findEnqueues(view);
  const prompts = findUnsharedPrompts(view, holders);
  const lines = findLines(view);
  const keys = nameHolders(view);
  const regions = findRegions(view, holders, keys);
  const regionOf = ({ id, location }: Entry) => regions.get(regionKey(keys.get(id)!, location.path))!;
  return {
    firstEnqueue: (path) => enqueues.get(path) ?? -Infinity,
    firstTime: (path) => times.get(path)!.first,
    lastTime: (path) => times.get(path)!.last,
    isLaterPrompt: ({ raw, location }) =>
      (prompts.get(`${location.path}\n${String(raw["promptId"])}`) ?? -1) > location.line,
    sharedLines(entry) {
      const { first, last } = regionOf(entry);
      const ofFile = lines.get(entry.location.path)!;
      return countBelow(ofFile, last + 1) - countBelow(ofFile, first);
    },
    namesOther(all) {
      const named = new Map<string, number>();
      for (const entry of all) named.set(nameOf(entry), (named.get(nameOf(entry)) ?? 0) + 1);
      // Files in different folders may have one name: a file that names itself may name another one.
      const others = (entry: Entry, id: string) => (named.get(id) ?? 0) - Number(id === nameOf(entry));
      return all.map((entry) => {
        const { ids } = regionOf(entry);
        const fewer = ids.size < named.size ? ids : named.keys();
        for (const id of fewer) if (ids.has(id) && others(entry, id) > 0) return true;
        return false;
      });
    },
  };
}

function nameOf({ location }: Entry): string {
  return sessionIdOf(location.path);
}

/** How many of some sorted numbers are less than a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The files that hold each entry, by id. */
function findHolders({ entries }: OwnerView): Map<string, Set<string>> {
  const holders = new Map<string, Set<string>>();
  for (const { id, location } of entries) {
    const paths = holders.get(id);
    if (paths) paths.add(location.path);
    else holders.set(id, new Set([location.path]));
  }
  return holders;
}

function findTimes({ entries }: OwnerView): Map<string, { first: number; last: number }> {
  const times = new Map<string, { first: number; last: number }>();
  for (const { timestamp, location } of entries) {
    const time = times.get(location.path) ?? { first: Infinity, last: -Infinity };
    if (timestamp < time.first) time.first = timestamp;
    if (timestamp > time.last) time.last = timestamp;
    times.set(location.path, time);
  }
  return times;
}

/**
 * A number for the set of files that hold each entry, by id. Equal sets have equal numbers: entries come in the order
 * of their paths, so each set is built in one order, and is named by the set before its last file, and this file.
 */
function nameHolders({ entries }: OwnerView): Map<string, number> {
  const numbers = new Map<string, number>();
  const sets = new Map<string, number>();
  const lastPath = new Map<string, string>();
  for (const { id, location } of entries) {
    if (lastPath.get(id) === location.path) continue;
    lastPath.set(id, location.path);
    const name = `${numbers.get(id) ?? ""}\n${location.path}`;
    const number = sets.get(name) ?? sets.size;
    sets.set(name, number);
    numbers.set(id, number);
  }
  return numbers;
}

/** The numbers of all lines of each file, sorted. */
function findLines({ entries, bookkeeping }: OwnerView): Map<string, number[]> {
  const lineNumbers = new Map<string, number[]>();
  for (const { location } of [...entries, ...bookkeeping]) {
    const lines = lineNumbers.get(location.path);
    if (lines) lines.push(location.line);
    else lineNumbers.set(location.path, [location.line]);
  }
  for (const lines of lineNumbers.values()) lines.sort((a, b) => a - b);
  return lineNumbers;
}

/**
 * When each file queued its first prompt. Only the first prompt of a process comes before all entries; later ones were
 * queued during a turn.
 */
function findEnqueues({ entries, bookkeeping }: OwnerView): Map<string, number> {
  const begun = new Map<string, number>();
  for (const { location } of entries)
    begun.set(location.path, Math.min(begun.get(location.path) ?? Infinity, location.line));
  const enqueues = new Map<string, number>();
  for (const { type, subtype, timestamp, location } of bookkeeping)
    if (
      type === "queue-operation" &&
      subtype === "enqueue" &&
      !enqueues.has(location.path) &&
      location.line < begun.get(location.path)!
    )
      enqueues.set(location.path, timestamp);
  return enqueues;
}

/**
 * The line of the last prompt that one file alone holds, by `<path>\n<promptId>`. What a compaction writes has the
 * `promptId` of the prompt before it: only a later prompt shows that its id was given to a copy.
 */
function findUnsharedPrompts(
  { entries }: OwnerView,
  holders: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, number> {
  const prompts = new Map<string, number>();
  for (const { id, userKind, raw, location } of entries)
    if (userKind === "prompt" && typeof raw["promptId"] === "string" && holders.get(id)!.size === 1)
      prompts.set(`${location.path}\n${raw["promptId"]}`, location.line);
  return prompts;
}

/** The region that each set of files shares in each of them. */
function findRegions(
  { entries }: OwnerView,
  holders: ReadonlyMap<string, ReadonlySet<string>>,
  keys: ReadonlyMap<string, number>,
): Map<string, Region> {
  const regions = new Map<string, Region>();
  for (const { id, location, sessionId } of entries) {
    if (holders.get(id)!.size === 1) continue;
    const key = regionKey(keys.get(id)!, location.path);
    const region = regions.get(key);
    if (!region) regions.set(key, { first: location.line, last: location.line, ids: new Set([sessionId]) });
    else {
      region.ids.add(sessionId);
      region.first = Math.min(region.first, location.line);
      region.last = Math.max(region.last, location.line);
    }
  }
  return regions;
}

/** A set of files, and one of them. */
function regionKey(files: number, path: string): string {
  return `${files}\n${path}`;
}
