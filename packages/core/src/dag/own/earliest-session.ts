import type { Entry } from "../../entry/entry.ts";
import { report } from "../../report.ts";
import { type FileFacts, factsOf } from "./file-facts.ts";
import type { OwnerRule } from "./rule.ts";

/** A piece of evidence: the entries with the lowest score stay. */
interface Row {
  readonly because: string;
  readonly score: (entry: Entry, all: readonly Entry[], facts: FileFacts) => number;
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
 * Which of several files owns an entry: the file that wrote it first.
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
 */
export const earliestSession: OwnerRule = {
  name: "earliest-session",
  choose(same, view) {
    let candidates = [...same];
    const facts = factsOf(view);
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
    report(view, "ambiguous-owner", owner.location, reason, "info");
    return { owner, because: isTied ? "the name of the file" : "the file ends earlier" };
  },
};

/** The order of file names: it decides where no evidence does. */
export function byName(a: Entry, b: Entry): number {
  return a.location.path < b.location.path ? -1 : 1;
}
