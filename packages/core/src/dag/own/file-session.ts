import type { Entry } from "../../entry/entry.ts";
import { isConversation } from "../../entry/kind.ts";
import { groupBy } from "../../group-by.ts";
import { sessionIdOf } from "../../entry/session-id.ts";
import type { OwnRule, OwnView } from "./own-rule.ts";

/**
 * An entry belongs to the session of its file, named by the stem of the file name. The `sessionId` of a record is
 * evidence, not identity.
 *
 * One chain of parents may alternate between two ids. Only if no chain returns to an id that it has left, the file
 * holds several sessions, one for each id.
 *
 * ```text
 * one file:  s1: a ─ b ─ c      s2: d ─ e  (d is a child of c)      ⇒ two sessions, s2 continues s1
 * one file:  s1: a ─ s2: b ─ s1: c                             ⇒ one session
 * ```
 *
 * ```shape
 * U1 ─ A1 ─ U2:other ─ A2:other
 * ```
 *
 * ```threads
 * U1 A1
 * A1 → U2 A2
 * ```
 *
 * ```shape
 * U1 ─ A1:other ─ U2 ─ A2:other
 * ```
 *
 * ```threads
 * U1 A1 U2 A2
 * ```
 *
 * A resumed session may begin with entries that keep the id of the session before it. If the last id is the name of the
 * file, the whole file is that session:
 *
 * ```shape
 * U1:other ─ A1:other ─ U2 ─ A2
 * ```
 *
 * ```threads
 * U1 A1 U2 A2
 * ```
 */
export const fileSession: OwnRule = {
  name: "file-session",
  *claim(view) {
    const idOf = sessionIds(view.entries);
    // A hook of another process does not make a session.
    const ids = new Set(view.entries.filter(isConversation).map((entry) => idOf.get(entry)!));
    const own = sessionIdOf(view.path);
    if (ids.size < 2 || idOf.get(view.entries.at(-1)!) === own || !isBundle(view, idOf)) {
      yield { entries: view.entries, suffix: "", sessionId: own };
      return;
    }
    for (const [id, entries] of groupBy(view.entries, (entry) => idOf.get(entry)!))
      yield { entries, suffix: `#${id}`, sessionId: id };
  },
};

/**
 * The session id of each entry. An entry without one gets that of the entry before it, the first entry that of the
 * next.
 */
function sessionIds(entries: readonly Entry[]): Map<Entry, string> {
  const ids = new Map<Entry, string>();
  let last = entries.find(({ sessionId }) => sessionId !== "")?.sessionId ?? "";
  for (const entry of entries) {
    last = entry.sessionId || last;
    ids.set(entry, last);
  }
  return ids;
}

/** Whether no chain returns to an id that it has left. Each entry remembers where its chain last changed its id. */
function isBundle({ entries, parentOf }: OwnView, idOf: ReadonlyMap<Entry, string>): boolean {
  const left = new Map<Entry, Entry | undefined>();
  for (const start of entries) {
    const climbed: Entry[] = [];
    for (let entry: Entry | undefined = start; entry && !left.has(entry); entry = above(entry)) {
      climbed.push(entry);
      left.set(entry, undefined);
    }
    for (let entry = climbed.pop(); entry; entry = climbed.pop()) {
      const parent = above(entry);
      if (parent === undefined) continue;
      const isChange = idOf.get(parent) !== idOf.get(entry);
      left.set(entry, isChange ? parent : left.get(parent));
      if (isChange && returns(idOf.get(entry)!, parent)) return false;
    }
  }
  return true;

  function above(entry: Entry): Entry | undefined {
    const parent = parentOf(entry);
    return parent && idOf.has(parent) ? parent : undefined;
  }

  /** Above an entry there are at most as many changes as ids; otherwise an earlier id has returned. */
  function returns(id: string, from: Entry): boolean {
    const seen = new Set<Entry>();
    for (let at: Entry | undefined = from; at && !seen.has(at); at = left.get(at)) {
      if (idOf.get(at) === id) return true;
      seen.add(at);
    }
    return false;
  }
}
