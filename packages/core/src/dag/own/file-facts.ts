import type { Entry } from "../../entry/entry.ts";
import { sessionIdOf } from "../../entry/session-id.ts";
import type { OwnerView } from "./rule.ts";

/** Facts about files that hold copies of one another, by path. */
export interface FileFacts {
  /** When the first prompt was queued, in milliseconds since 1970; `-Infinity` if none was. */
  readonly firstEnqueue: (path: string) => number;
  /** The time of the earliest entry of a file. */
  readonly firstTime: (path: string) => number;
  /** The time of the latest entry of a file. */
  readonly lastTime: (path: string) => number;
  /** Whether the entry has the `promptId` of a prompt that only its own file holds. */
  readonly isLaterPrompt: (entry: Entry) => boolean;
  /** How many records a file has in the region that it shares with the other holders. */
  readonly sharedLines: (path: string, all: readonly Entry[]) => number;
  /** Whether a record of the shared region in this file has another of the files as its `sessionId`. */
  readonly namesOther: (path: string, all: readonly Entry[]) => boolean;
}

/** A part of a file that a set of files shares, from its first shared line to its last. */
interface Region {
  first: number;
  last: number;
  /** Session ids of its records. */
  readonly ids: Set<string>;
  /** Its number of lines, once counted. */
  lines?: number;
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
  const regions = findRegions(view, holders);
  const regionOf = (path: string, all: readonly Entry[]) => regions.get(regionKey(holders.get(all[0]!.id)!, path))!;
  return {
    firstEnqueue: (path) => enqueues.get(path) ?? -Infinity,
    firstTime: (path) => times.get(path)!.first,
    lastTime: (path) => times.get(path)!.last,
    isLaterPrompt: ({ raw, location }) => prompts.has(`${location.path}\n${String(raw["promptId"])}`),
    sharedLines(path, all) {
      const region = regionOf(path, all);
      region.lines ??= lines.get(path)!.filter((line) => line >= region.first && line <= region.last).length;
      return region.lines;
    },
    namesOther(path, all) {
      const { ids } = regionOf(path, all);
      return all.some(({ location }) => location.path !== path && ids.has(sessionIdOf(location.path)));
    },
  };
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

/** The numbers of all lines of each file. */
function findLines({ entries, bookkeeping }: OwnerView): Map<string, number[]> {
  const lineNumbers = new Map<string, number[]>();
  for (const { location } of [...entries, ...bookkeeping]) {
    const lines = lineNumbers.get(location.path);
    if (lines) lines.push(location.line);
    else lineNumbers.set(location.path, [location.line]);
  }
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

/** `<path>\n<promptId>` of prompts that one file alone holds. */
function findUnsharedPrompts({ entries }: OwnerView, holders: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const prompts = new Set<string>();
  for (const { id, userKind, raw, location } of entries)
    if (userKind === "prompt" && typeof raw["promptId"] === "string" && holders.get(id)!.size === 1)
      prompts.add(`${location.path}\n${raw["promptId"]}`);
  return prompts;
}

/** The region that each set of files shares in each of them. */
function findRegions({ entries }: OwnerView, holders: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Region> {
  const regions = new Map<string, Region>();
  for (const { id, location, sessionId } of entries) {
    const paths = holders.get(id)!;
    if (paths.size === 1) continue;
    const key = regionKey(paths, location.path);
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
function regionKey(paths: ReadonlySet<string>, path: string): string {
  return `${[...paths].sort().join("\n")}\0${path}`;
}
