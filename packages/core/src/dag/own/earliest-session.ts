import type { Entry, Bookkeeping } from "../../entry/entry.ts";
import { sessionIdOf } from "../../entry/session-id.ts";
import { isOff, type ReadOptions } from "../../options.ts";
import { report } from "../../report.ts";

/** What the ownership rule asks of the files. */
export interface FileEvidence {
  readonly entries: readonly Entry[];
  readonly bookkeeping: readonly Bookkeeping[];
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
    score: ({ location, timestamp }, _, facts) => (facts.firstEnqueue(location.path) > timestamp ? 1 : 0),
  },
  {
    because: "the line's sessionId names the file",
    score: ({ location }, all, facts) => (facts.namesOther(location.path, all) ? 1 : 0),
  },
  {
    because: "the copy has the promptId of a later prompt",
    score: (entry, _, facts) => (facts.isLaterPrompt(entry) ? 1 : 0),
  },
  {
    because: "the file has more lines in the shared region",
    score: ({ location }, all, facts) => -facts.sharedLines(location.path, all),
  },
  { because: "the file begins earlier", score: ({ location }, _, facts) => facts.firstTime(location.path) },
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
 * ```threads
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
export function earliestSession(same: readonly Entry[], files: FileEvidence, options: ReadOptions): Ownership {
  const byPath = new Map<string, Entry>();
  for (const entry of same) if (!byPath.has(entry.location.path)) byPath.set(entry.location.path, entry);
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
  candidates.sort((a, b) => facts.lastTime(a.location.path) - facts.lastTime(b.location.path) || byName(a, b));
  const [owner, other] = candidates as [Entry, Entry];
  const isTied = facts.lastTime(owner.location.path) === facts.lastTime(other.location.path);
  const reason = `Unexpected ${candidates.length} files that may own \`${owner.id}\``;
  report(options, "ambiguous-owner", owner.location, reason, "info");
  return { owner, because: isTied ? "the name of the file" : "the file ends earlier" };
}

function byName(a: Entry, b: Entry): number {
  return a.location.path < b.location.path ? -1 : 1;
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
  for (const { id, timestamp, location } of files.entries) {
    const paths = holders.get(id);
    if (paths) paths.add(location.path);
    else holders.set(id, new Set([location.path]));
    const time = times.get(location.path) ?? { first: Infinity, last: -Infinity };
    if (timestamp < time.first) time.first = timestamp;
    if (timestamp > time.last) time.last = timestamp;
    times.set(location.path, time);
  }
  for (const { location } of [...files.entries, ...files.bookkeeping]) {
    const lines = linesOf.get(location.path);
    if (lines) lines.push(location.line);
    else linesOf.set(location.path, [location.line]);
  }
  const enqueues = new Map<string, number>();
  const begun = new Map<string, number>();
  for (const { location } of files.entries) begun.set(location.path, Math.min(begun.get(location.path) ?? Infinity, location.line));
  // What is queued later was typed while a turn ran; only the first prompt of a process comes before all.
  for (const { type, subtype, timestamp, location } of files.bookkeeping)
    if (
      type === "queue-operation" &&
      subtype === "enqueue" &&
      !enqueues.has(location.path) &&
      location.line < begun.get(location.path)!
    )
      enqueues.set(location.path, timestamp);
  const unsharedPrompts = new Set<string>();
  for (const { id, userKind, raw, location } of files.entries)
    if (userKind === "prompt" && typeof raw["promptId"] === "string" && holders.get(id)!.size === 1)
      unsharedPrompts.add(`${location.path}\n${raw["promptId"]}`);

  // The region that a set of files shares in one of them: from its first shared line to its last.
  const regions = new Map<string, { first: number; last: number; lines?: number; ids: Set<string> }>();
  for (const { id, location, sessionId } of files.entries) {
    const paths = holders.get(id)!;
    if (paths.size === 1) continue;
    const key = `${keyOf(paths)}\0${location.path}`;
    const region = regions.get(key);
    if (!region) regions.set(key, { first: location.line, last: location.line, ids: new Set([sessionId]) });
    else {
      region.ids.add(sessionId);
      region.first = Math.min(region.first, location.line);
      region.last = Math.max(region.last, location.line);
    }
  }
  const facts: Facts = {
    firstEnqueue: (path) => enqueues.get(path) ?? -Infinity,
    firstTime: (path) => times.get(path)!.first,
    lastTime: (path) => times.get(path)!.last,
    isLaterPrompt: ({ raw, location }) => unsharedPrompts.has(`${location.path}\n${String(raw["promptId"])}`),
    sharedLines(path, all) {
      const region = regionOf(path, all);
      region.lines ??= linesOf.get(path)!.filter((line) => line >= region.first && line <= region.last).length;
      return region.lines;
    },
    namesOther(path, all) {
      const { ids } = regionOf(path, all);
      return all.some(({ location }) => location.path !== path && ids.has(sessionIdOf(location.path)));
    },
  };
  known.set(files, facts);
  return facts;

  /** The region that all holders of an entry share, in one of them. */
  function regionOf(path: string, all: readonly Entry[]) {
    return regions.get(`${keyOf(holders.get(all[0]!.id)!)}\0${path}`)!;
  }
}
