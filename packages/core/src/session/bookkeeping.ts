import type { Dag } from "../dag/dag.ts";
import type { Entry, Bookkeeping } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import type { Thread, Threads } from "../thread/thread.ts";
import { isOff, type ReadOptions } from "../options.ts";
import { findSpeech } from "./queue.ts";
import type { PlacedBookkeeping } from "./session.ts";

/** An entry with a message; a local command of the system is one too. */
function speaks({ message, subtype }: Entry): boolean {
  return message !== undefined || subtype === "local_command";
}

/** Where bookkeeping stands. */
export interface BookkeepingPlaces {
  readonly bookkeepingOf: (thread: Thread) => readonly PlacedBookkeeping[];
  readonly evidence: readonly Bookkeeping[];
}

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
export function placeBookkeeping(dag: Dag, threads: Threads, trunks: Thread[], options: ReadOptions): BookkeepingPlaces {
  const isPlain = isOff("bookkeeping", options);
  const speech = isPlain ? new Set<Bookkeeping>() : findSpeech(dag);
  const trunkOf = new Map<string, Thread>();
  for (const trunk of trunks) if (!trunkOf.has(trunk.info.path)) trunkOf.set(trunk.info.path, trunk);
  const own = groupBy(dag.entries.values(), ({ location }) => location.path);
  const placed = new Map<Thread, PlacedBookkeeping[]>();
  const evidence: Bookkeeping[] = [];
  for (const [path, ofFile] of groupBy(dag.bookkeeping, ({ location }) => location.path)) {
    const entries = isPlain ? [] : (own.get(path) ?? []);
    let next = 0;
    let after: Entry | undefined;
    for (const record of ofFile) {
      for (; next < entries.length && entries[next]!.location.line < record.location.line; next++)
        if (speaks(entries[next]!) || after === undefined) after = entries[next];
      const isSpeech = speech.has(record);
      const thread = (after && threads.threadOf(after.id)) ?? trunkOf.get(path) ?? (isSpeech ? open(record) : leafThread(record));
      if (thread === undefined) evidence.push(record);
      else put(thread, { record, after, isSpeech });
    }
  }
  return { bookkeepingOf: (thread) => placed.get(thread) ?? [], evidence };

  function put(thread: Thread, bookkeeping: PlacedBookkeeping): void {
    const list = placed.get(thread);
    if (list) list.push(bookkeeping);
    else placed.set(thread, [bookkeeping]);
  }

  function open({ location: { path } }: Bookkeeping): Thread {
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
    const thread: Thread = { info: { id: path, path, sessionId: name, rule: "bookkeeping" }, entries: [], sides: [] };
    trunks.push(thread);
    trunkOf.set(path, thread);
    return thread;
  }

  function leafThread({ type, raw }: Bookkeeping): Thread | undefined {
    const leaf = type === "summary" && typeof raw["leafUuid"] === "string" ? dag.resolve(raw["leafUuid"]) : undefined;
    return leaf && trunkOf.get(leaf.location.path);
  }
}
