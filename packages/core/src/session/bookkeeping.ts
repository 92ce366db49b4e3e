import type { Dag } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import { findSpeech } from "./queue.ts";
import type { BookkeepingRule } from "./session-rule.ts";
import type { PlacedBookkeeping } from "./session.ts";

/**
 * Records without a uuid are placed by their position in the file.
 *
 * ```text
 * 5 user "go"   6 mode   7 assistant   8 summary      ⇒ go, mode, answer, summary
 * ```
 *
 * Each is placed after the previous entry of its file that has a message, in the thread of that entry; else at the
 * beginning of the session. A `summary` in a file without a conversation goes to the session of its leaf. Other records
 * of such a file are listed in the account only.
 *
 * A prompt that was typed during a turn is written to the queue; most clients write it again as an entry. If no entry
 * repeats its text, the queue record becomes a message of its own, and a file without entries even becomes a session by
 * it. Notifications are compared by task and status, commands by name.
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
 * Without this rule, queue records never become messages, and all records are placed at the beginning of their file.
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

/**
 * Place the records of one file, each after the previous entry that has a message; if there is none yet, after the
 * first entry of the file.
 */
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

/** Whether an entry has a message; a local command of type `system` counts too. */
function speaks({ message, subtype }: Entry): boolean {
  return message !== undefined || subtype === "local_command";
}
