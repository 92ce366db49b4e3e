import type { Entry } from "../../entry/entry.ts";
import { mainPathOf } from "../../entry/session-id.ts";
import { report } from "../../report.ts";
import { type FileFacts, factsOf } from "./file-facts.ts";
import type { OwnerRule } from "./own-rule.ts";

/** One piece of evidence. Entries with the lowest score stay candidates. */
interface Row {
  readonly because: string;
  readonly score: (all: readonly Entry[], facts: FileFacts) => readonly number[];
}

/** A score of each entry by itself. */
function each(score: (entry: Entry, facts: FileFacts) => number): Row["score"] {
  return (all, facts) => all.map((entry) => score(entry, facts));
}

const rows: readonly Row[] = [
  { because: "the copy has forkedFrom", score: each(({ raw }) => (raw["forkedFrom"] === undefined ? 0 : 1)) },
  {
    because: "the copy is older than the first prompt queued in its file",
    score: each(({ location, timestamp }, facts) => (facts.firstEnqueue(location.path) > timestamp ? 1 : 0)),
  },
  {
    because: "the line's sessionId names the file",
    score: (all, facts) => facts.namesOther(all).map(Number),
  },
  {
    because: "the copy has the promptId of a later prompt",
    score: each((entry, facts) => (facts.isLaterPrompt(entry) ? 1 : 0)),
  },
  {
    because: "the file has more lines in the shared region",
    score: each((entry, facts) => -facts.sharedLines(entry)),
  },
  { because: "the file begins earlier", score: each(({ location }, facts) => facts.firstTime(location.path)) },
];

/**
 * Of several files, the one that wrote an entry first owns it.
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
 * The evidence, in order, until one file is left:
 *
 * 1. `forkedFrom` on a record marks it as a copy.
 * 2. A file whose first queued prompt is newer than the entry holds a copy of it.
 * 3. If a `sessionId` is the name of one of the other files, that file is the owner.
 * 4. A copy has the `promptId` of a later prompt, which only its own file holds.
 * 5. The original has more records in the shared region: a copy lacks what was beside the copied path.
 * 6. The file that begins earlier.
 * 7. The file that ends earlier, then its name (`ambiguous-owner`, unless the files are variants of one session, such
 *    as `a~2.jsonl`).
 *
 * A fork copies the times of its entries, so the first times nearly always tie. Without this rule, the name of the file
 * decides.
 */
export const earliestSession: OwnerRule = {
  name: "earliest-session",
  choose(same, view) {
    let candidates = [...same];
    const facts = factsOf(view);
    for (const { because, score } of rows) {
      const scores = score(candidates, facts);
      const best = scores.reduce((a, b) => Math.min(a, b), Infinity);
      candidates = candidates.filter((_, index) => scores[index] === best);
      if (candidates.length === 1) return { owner: candidates[0]!, because };
    }
    candidates.sort((a, b) => facts.lastTime(a.location.path) - facts.lastTime(b.location.path) || byName(a, b));
    const [owner, other] = candidates as [Entry, Entry];
    const isOneFile = new Set(candidates.map(({ location }) => mainPathOf(location.path))).size === 1;
    if (isOneFile) return { owner, because: "the files are variants of one session" };
    const isTied = facts.lastTime(owner.location.path) === facts.lastTime(other.location.path);
    const reason = `Unexpected ${candidates.length} files that may own \`${owner.id}\``;
    report(view, "ambiguous-owner", owner.location, reason, "info");
    return { owner, because: isTied ? "the name of the file" : "the file ends earlier" };
  },
};

/** The order of file names. It decides when no evidence does. */
export function byName(a: Entry, b: Entry): number {
  return a.location.path < b.location.path ? -1 : 1;
}
