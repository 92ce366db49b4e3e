import type { Dag } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import { findSpeech } from "./queue.ts";
import type { BookkeepingRule } from "./rule.ts";
import type { PlacedBookkeeping } from "./session.ts";

/**
 * Records without a uuid: queue operations, titles, modes, snapshots, costs. They are no part of the graph, and their
 * only place is that in the file.
 *
 * ```text
 * 5 user "go"   6 mode   7 assistant   8 summary      ⇒ go, mode, answer, summary
 * ```
 *
 * Each stands after the previous entry of its file that has a message, on the line of that entry; before the first, at
 * the head of the session. A `summary` in a file without a conversation goes to the session of its leaf; what else
 * such a file holds is evidence, listed in the account.
 *
 * A prompt that was typed while a turn ran is written to the queue, and by most clients once more as an entry. Where
 * no entry repeats its words, the record is speech, and is told as such: it even makes a session of a file without
 * entries. Each entry answers for one record of the queue that
 * stands before it; notifications are compared by task and status, commands by
 * name.
 *
 * ```shape
 * U1 ─ A1 ────────── U2 ─ A2
 *           L1    L2=U2
 * ```
 *
 * ```threads
 * U1 A1 "L1" U2 A2
 * ```
 *
 * Switched off, nothing in a queue is speech, and all of it stands at the head of its file.
 */
export const bookkeeping: BookkeepingRule = {
  name: "bookkeeping",
  *place(dag) {
    const speech = findSpeech(dag);
    const entriesOf = groupBy(dag.entries.values(), ({ location }) => location.path);
    for (const [path, records] of groupBy(dag.bookkeeping, ({ location }) => location.path))
      yield* placeInFile(records, entriesOf.get(path) ?? [], speech);
  },
};

/** The records of one file, each after the previous entry that has a message; before any, after the first entry of all. */
function* placeInFile(
  records: Dag["bookkeeping"],
  entries: readonly Entry[],
  speech: ReadonlySet<Dag["bookkeeping"][number]>,
): Generator<PlacedBookkeeping> {
  let next = 0;
  let after: Entry | undefined;
  for (const record of records) {
    for (; next < entries.length && entries[next]!.location.line < record.location.line; next++)
      if (speaks(entries[next]!) || after === undefined) after = entries[next];
    yield { record, after, isSpeech: speech.has(record) };
  }
}

/** An entry with a message; a local command of the system is one too. */
function speaks({ message, subtype }: Entry): boolean {
  return message !== undefined || subtype === "local_command";
}
