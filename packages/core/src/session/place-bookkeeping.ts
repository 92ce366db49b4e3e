import type { Dag } from "../dag/dag.ts";
import type { Bookkeeping } from "../entry/entry.ts";
import type { Thread, Threads } from "../thread/thread.ts";
import { createThread } from "../thread/walk.ts";
import { bookkeeping } from "./bookkeeping.ts";
import type { BookkeepingRule } from "./rule.ts";
import type { PlacedBookkeeping } from "./session.ts";

/** Records without a uuid, by thread. */
export interface BookkeepingPlaces {
  /** The records of a thread, in file order. */
  readonly bookkeepingOf: (thread: Thread) => readonly PlacedBookkeeping[];
  /** Records that no thread holds. They are listed in the account. */
  readonly evidence: readonly Bookkeeping[];
}

/**
 * Give each record without a uuid its thread: that of the entry it was placed after, else the trunk of its file. In a
 * file without entries, a queued prompt that no entry repeats makes a session, and a `summary` goes to the session of
 * its leaf.
 *
 * @param dag the graph.
 * @param threads its threads.
 * @param trunks every trunk; a session that a queued prompt makes is added.
 * @param rules the bookkeeping rules. A record that no rule places is put at the beginning of its file.
 */
export function placeBookkeeping(
  dag: Dag,
  threads: Threads,
  trunks: Thread[],
  rules: readonly BookkeepingRule[],
): BookkeepingPlaces {
  const placements = new Map<Bookkeeping, PlacedBookkeeping>();
  for (const rule of rules)
    for (const one of rule.place(dag)) if (!placements.has(one.record)) placements.set(one.record, one);
  const trunkOf = new Map<string, Thread>();
  for (const trunk of trunks) if (!trunkOf.has(trunk.info.path)) trunkOf.set(trunk.info.path, trunk);
  const placed = new Map<Thread, PlacedBookkeeping[]>();
  const evidence: Bookkeeping[] = [];
  for (const record of dag.bookkeeping) {
    const one = placements.get(record) ?? { record, after: undefined, isSpeech: false };
    const thread = (one.after && threads.threadOf(one.after.id)) ?? trunkOf.get(record.location.path) ?? other(one);
    if (thread === undefined) evidence.push(record);
    else {
      const list = placed.get(thread);
      if (list) list.push(one);
      else placed.set(thread, [one]);
    }
  }
  return { bookkeepingOf: (thread) => placed.get(thread) ?? [], evidence };

  function other({ record, isSpeech }: PlacedBookkeeping): Thread | undefined {
    return isSpeech ? open(record) : leafThread(record);
  }

  function open({ location: { path } }: Bookkeeping): Thread {
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
    const thread = createThread({ id: path, path, sessionId: name, rule: bookkeeping.name });
    trunks.push(thread);
    trunkOf.set(path, thread);
    return thread;
  }

  function leafThread({ type, raw }: Bookkeeping): Thread | undefined {
    const leaf = type === "summary" && typeof raw["leafUuid"] === "string" ? dag.resolve(raw["leafUuid"]) : undefined;
    return leaf && trunkOf.get(leaf.location.path);
  }
}
