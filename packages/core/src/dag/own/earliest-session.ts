import type { Entry, Loose } from "../../entry/entry.ts";
import type { Options } from "../../options.ts";
import { report } from "../../report.ts";

/** What the ownership rule asks of the files. */
export interface FileEvidence {
  readonly entries: readonly Entry[];
  readonly loose: readonly Loose[];
}

/**
 * Who owns a uuid that several files hold: the file that wrote it first.
 *
 * ```text
 * S1: a ─ b ─ c ─ d        S2: a'─ b'─ e      ⇒ S1 owns a and b
 * ```
 *
 * Evidence is asked in order, for each uuid; the first that leaves one file decides, and one that would drop every
 * file is skipped: `forkedFrom` marks a copy; a file whose first queued prompt is newer than the entry holds a copy; a
 * line `sessionId` that is another file's name names the owner; the original has more lines in the shared region; the
 * file that begins earlier; the file that ends earlier, then the name.
 *
 * @param same entries with one uuid; in one file the first stands for the others.
 * @param files all entries and bookkeeping.
 * @param options where messages go (`ambiguous-owner`).
 */
export function earliestSession(same: readonly Entry[], files: FileEvidence, options: Options): Entry {
  const byPath = new Map<string, Entry>();
  for (const entry of same) if (!byPath.has(entry.place.path)) byPath.set(entry.place.path, entry);
  let candidates = [...byPath.values()];
  if (candidates.length === 1) return candidates[0]!;
  const facts = factsOf(files);
  const rows: ReadonlyArray<(entry: Entry, all: readonly Entry[]) => number> = [
    (entry) => (entry.raw["forkedFrom"] === undefined ? 0 : 1),
    (entry) => (facts.firstEnqueue(entry.place.path) > entry.timestamp ? 1 : 0),
    (entry, all) => (all.some((other) => stem(other.place.path) === entry.sessionId) ? namesItself(entry) : 0),
    (entry) => (facts.isLaterPrompt(entry) ? 1 : 0),
    (entry, all) => -facts.sharedLines(entry.place.path, all),
    (entry) => facts.firstTime(entry.place.path),
  ];
  for (const row of rows) {
    const scores = candidates.map((entry) => row(entry, candidates));
    const best = Math.min(...scores);
    candidates = candidates.filter((_, index) => scores[index] === best);
    if (candidates.length === 1) return candidates[0]!;
  }
  candidates.sort((a, b) => facts.lastTime(a.place.path) - facts.lastTime(b.place.path) || byName(a, b));
  const [owner] = candidates;
  report(
    options,
    "ambiguous-owner",
    owner!.place,
    `Unexpected ${candidates.length} files that may own \`${owner!.id}\``,
    "info",
  );
  return owner!;
}

function namesItself(entry: Entry): number {
  return stem(entry.place.path) === entry.sessionId ? 0 : 1;
}

function byName(a: Entry, b: Entry): number {
  return a.place.path < b.place.path ? -1 : 1;
}

/** The name of a file without folders and ending: the id of its session. */
export function stem(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
}

/** A set of files, as a key. */
function keyOf(paths: Iterable<string>): string {
  return [...paths].sort().join("\n");
}

interface Facts {
  firstEnqueue: (path: string) => number;
  firstTime: (path: string) => number;
  lastTime: (path: string) => number;
  isLaterPrompt: (entry: Entry) => boolean;
  sharedLines: (path: string, all: readonly Entry[]) => number;
}

const known = new WeakMap<FileEvidence, Facts>();

/** Facts about files are swept once, when the first shared uuid is met. */
function factsOf(files: FileEvidence): Facts {
  const found = known.get(files);
  if (found) return found;
  const holders = new Map<string, Set<string>>();
  const linesOf = new Map<string, number[]>();
  const times = new Map<string, { first: number; last: number }>();
  for (const { id, timestamp, place } of files.entries) {
    const paths = holders.get(id);
    if (paths) paths.add(place.path);
    else holders.set(id, new Set([place.path]));
    const time = times.get(place.path) ?? { first: Infinity, last: -Infinity };
    if (timestamp < time.first) time.first = timestamp;
    if (timestamp > time.last) time.last = timestamp;
    times.set(place.path, time);
  }
  for (const { place } of [...files.entries, ...files.loose]) {
    const lines = linesOf.get(place.path);
    if (lines) lines.push(place.line);
    else linesOf.set(place.path, [place.line]);
  }
  const enqueues = new Map<string, number>();
  for (const { type, subtype, timestamp, place } of files.loose)
    if (type === "queue-operation" && subtype === "enqueue" && !enqueues.has(place.path))
      enqueues.set(place.path, timestamp);
  const unsharedPrompts = new Set<string>();
  for (const { id, flavour, raw, place } of files.entries)
    if (flavour === "prompt" && typeof raw["promptId"] === "string" && holders.get(id)!.size === 1)
      unsharedPrompts.add(`${place.path}\n${raw["promptId"]}`);

  // The region that a set of files shares in one of them: from its first shared line to its last.
  const regions = new Map<string, { first: number; last: number; lines?: number }>();
  for (const { id, place } of files.entries) {
    const paths = holders.get(id)!;
    if (paths.size === 1) continue;
    const key = `${keyOf(paths)}\0${place.path}`;
    const region = regions.get(key);
    if (!region) regions.set(key, { first: place.line, last: place.line });
    else {
      region.first = Math.min(region.first, place.line);
      region.last = Math.max(region.last, place.line);
    }
  }
  const facts: Facts = {
    firstEnqueue: (path) => enqueues.get(path) ?? -Infinity,
    firstTime: (path) => times.get(path)!.first,
    lastTime: (path) => times.get(path)!.last,
    isLaterPrompt: ({ raw, place }) => unsharedPrompts.has(`${place.path}\n${String(raw["promptId"])}`),
    sharedLines(path, all) {
      const region = regions.get(`${keyOf(holders.get(all[0]!.id)!)}\0${path}`)!;
      region.lines ??= linesOf.get(path)!.filter((line) => line >= region.first && line <= region.last).length;
      return region.lines;
    },
  };
  known.set(files, facts);
  return facts;
}
