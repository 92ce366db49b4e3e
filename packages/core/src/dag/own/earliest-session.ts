import type { Entry, Loose } from "../../entry/entry.ts";
import { sessionIdOf } from "../../entry/session-id.ts";
import { isOff, type Options } from "../../options.ts";
import { report } from "../../report.ts";

/** What the ownership rule asks of the files. */
export interface FileEvidence {
  readonly entries: readonly Entry[];
  readonly loose: readonly Loose[];
}

/** The owner of a uuid, and what decided. */
export interface Ownership {
  readonly owner: Entry;
  readonly because: string;
}

/** A piece of evidence: the entries with the lowest score stay. */
interface Row {
  readonly because: string;
  readonly score: (entry: Entry, all: readonly Entry[], facts: Facts) => number;
}

const rows: readonly Row[] = [
  { because: "the copy has forkedFrom", score: ({ raw }) => (raw["forkedFrom"] === undefined ? 0 : 1) },
  {
    because: "the copy is older than the first prompt queued in its file",
    score: ({ place, timestamp }, _, facts) => (facts.firstEnqueue(place.path) > timestamp ? 1 : 0),
  },
  {
    because: "the line's sessionId names the file",
    score: ({ place }, all, facts) => (facts.namesOther(place.path, all) ? 1 : 0),
  },
  {
    because: "the copy has the promptId of a later prompt",
    score: (entry, _, facts) => (facts.isLaterPrompt(entry) ? 1 : 0),
  },
  {
    because: "the file has more lines in the shared region",
    score: ({ place }, all, facts) => -facts.sharedLines(place.path, all),
  },
  { because: "the file begins earlier", score: ({ place }, _, facts) => facts.firstTime(place.path) },
];

/**
 * Who owns an entry that several files hold: the file that wrote it first.
 *
 * ```shape
 * U1 ─ A1 ──── A2 ─ U2@9
 * ---
 * U1 ─ A1 ┬ P1
 *         └    A2
 * ```
 *
 * ```lines
 * A2 → U2
 * U1 A1 P1 A2
 * ```
 *
 * Evidence is asked in order, for each uuid; the first that leaves one file decides, and one that would drop every
 * file is skipped:
 *
 * 1. `forkedFrom` on a line marks it as a copy.
 * 2. A file whose first queued prompt is newer than the entry holds a copy.
 * 3. A `sessionId` that is the name of another of the files names the owner.
 * 4. A copy has the `promptId` of a later prompt that only its own file holds.
 * 5. The original has more lines in the shared region: a copy lacks what stood beside the path.
 * 6. The file that begins earlier.
 * 7. The file that ends earlier, then its name (`ambiguous-owner`).
 *
 * A fork copies the times of its entries, so the first times nearly always tie. Switched off, the name decides.
 *
 * @param same entries with one uuid; in one file the first stands for the others.
 * @param files all entries and bookkeeping.
 * @param options where messages go, and rules that are switched off.
 */
export function earliestSession(same: readonly Entry[], files: FileEvidence, options: Options): Ownership {
  const byPath = new Map<string, Entry>();
  for (const entry of same) if (!byPath.has(entry.place.path)) byPath.set(entry.place.path, entry);
  let candidates = [...byPath.values()];
  if (candidates.length === 1) return { owner: candidates[0]!, because: "the first line of its file" };
  if (isOff("earliest-session", options))
    return { owner: candidates.sort(byName)[0]!, because: "the name of the file" };
  const facts = factsOf(files);
  for (const { because, score } of rows) {
    const scores = candidates.map((entry) => score(entry, candidates, facts));
    const best = Math.min(...scores);
    candidates = candidates.filter((_, index) => scores[index] === best);
    if (candidates.length === 1) return { owner: candidates[0]!, because };
  }
  candidates.sort((a, b) => facts.lastTime(a.place.path) - facts.lastTime(b.place.path) || byName(a, b));
  const [owner, other] = candidates as [Entry, Entry];
  const isTied = facts.lastTime(owner.place.path) === facts.lastTime(other.place.path);
  const reason = `Unexpected ${candidates.length} files that may own \`${owner.id}\``;
  report(options, "ambiguous-owner", owner.place, reason, "info");
  return { owner, because: isTied ? "the name of the file" : "the file ends earlier" };
}

function byName(a: Entry, b: Entry): number {
  return a.place.path < b.place.path ? -1 : 1;
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
  /** Whether a line of the shared region in this file has the name of another of the files as its session. */
  namesOther: (path: string, all: readonly Entry[]) => boolean;
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
  const begun = new Map<string, number>();
  for (const { place } of files.entries) begun.set(place.path, Math.min(begun.get(place.path) ?? Infinity, place.line));
  // What is queued later was typed while a turn ran; only the first prompt of a process comes before all.
  for (const { type, subtype, timestamp, place } of files.loose)
    if (
      type === "queue-operation" &&
      subtype === "enqueue" &&
      !enqueues.has(place.path) &&
      place.line < begun.get(place.path)!
    )
      enqueues.set(place.path, timestamp);
  const unsharedPrompts = new Set<string>();
  for (const { id, flavour, raw, place } of files.entries)
    if (flavour === "prompt" && typeof raw["promptId"] === "string" && holders.get(id)!.size === 1)
      unsharedPrompts.add(`${place.path}\n${raw["promptId"]}`);

  // The region that a set of files shares in one of them: from its first shared line to its last.
  const regions = new Map<string, { first: number; last: number; lines?: number; ids: Set<string> }>();
  for (const { id, place, sessionId } of files.entries) {
    const paths = holders.get(id)!;
    if (paths.size === 1) continue;
    const key = `${keyOf(paths)}\0${place.path}`;
    const region = regions.get(key);
    if (!region) regions.set(key, { first: place.line, last: place.line, ids: new Set([sessionId]) });
    else {
      region.ids.add(sessionId);
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
      const region = regionOf(path, all);
      region.lines ??= linesOf.get(path)!.filter((line) => line >= region.first && line <= region.last).length;
      return region.lines;
    },
    namesOther(path, all) {
      const { ids } = regionOf(path, all);
      return all.some(({ place }) => place.path !== path && ids.has(sessionIdOf(place.path)));
    },
  };
  known.set(files, facts);
  return facts;

  /** The region that all holders of an entry share, in one of them. */
  function regionOf(path: string, all: readonly Entry[]) {
    return regions.get(`${keyOf(holders.get(all[0]!.id)!)}\0${path}`)!;
  }
}
