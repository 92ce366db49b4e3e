import type { Dag } from "../dag/dag.ts";
import type { Bookkeeping } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import { mainPathOf } from "../entry/session-id.ts";
import type { Thread, Threads } from "../thread/thread.ts";
import { createThread } from "../thread/walk.ts";
import { bookkeeping } from "./bookkeeping.ts";
import type { BookkeepingRule } from "./session-rule.ts";
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
  const copies = copiesInVariants(dag.bookkeeping);
  for (const record of dag.bookkeeping) {
    if (copies.has(record)) {
      evidence.push(record);
      continue;
    }
    const one = placements.get(record) ?? { record, after: undefined, isSpeech: false };
    const thread =
      (one.after && threads.threadOf(one.after.id)) ?? trunkOf.get(mainPathOf(record.location.path)) ?? other(one);
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

  function open({ location }: Bookkeeping): Thread {
    const path = mainPathOf(location.path);
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
    const thread = createThread({ id: path, path, sessionId: name, rule: bookkeeping.name });
    trunks.push(thread);
    trunkOf.set(path, thread);
    return thread;
  }

  function leafThread({ type, raw }: Bookkeeping): Thread | undefined {
    const leaf = type === "summary" && typeof raw["leafUuid"] === "string" ? dag.resolve(raw["leafUuid"]) : undefined;
    return leaf && trunkOf.get(mainPathOf(leaf.location.path));
  }
}

/** Records without a uuid of variants of a file that another variant before them holds, too. */
function copiesInVariants(records: readonly Bookkeeping[]): Set<Bookkeeping> {
  const copies = new Set<Bookkeeping>();
  const pathsOf = groupBy(new Set(records.map(({ location }) => location.path)), mainPathOf);
  const variants = new Set([...pathsOf.values()].filter(({ length }) => length > 1).flat());
  if (variants.size === 0) return copies;
  /** The file that held a record first; a record that one file holds twice is there twice. */
  const first = new Map<string, string>();
  for (const record of records) {
    const { path } = record.location;
    if (!variants.has(path)) continue;
    const key = `${mainPathOf(path)}\n${JSON.stringify(record.raw)}`;
    const holder = first.get(key) ?? path;
    first.set(key, holder);
    if (holder !== path) copies.add(record);
  }
  return copies;
}
