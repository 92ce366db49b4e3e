import type { Entry } from "../../entry/entry.ts";
import { stem } from "./earliest-session.ts";
import type { OwnRule, OwnView } from "./rule.ts";

/**
 * A session is a file, named by its stem; the `sessionId` of a line is evidence, not identity.
 *
 * One chain may alternate between two ids, so ids never split a file – but for a bundle: when no chain of parents
 * returns to an id that it has left, the file holds several sessions one after another, and each id is one.
 *
 * ```shape
 * one file:  s1: a ─ b ─ c      s2: d ─ e  (d hangs on c)      ⇒ two sessions, s2 continues s1
 * one file:  s1: a ─ s2: b ─ s1: c                             ⇒ one session
 * ```
 */
export const fileSession: OwnRule = {
  name: "file-session",
  *claim(view) {
    const ids = new Set(view.entries.map(({ sessionId }) => sessionId));
    if (ids.size < 2 || !isBundle(view)) {
      yield { entries: view.entries, suffix: "", sessionId: stem(view.path) };
      return;
    }
    for (const id of ids)
      yield { entries: view.entries.filter(({ sessionId }) => sessionId === id), suffix: `#${id}`, sessionId: id };
  },
};

/** Whether no chain returns to an id that it has left. Each entry remembers where its chain last changed its id. */
function isBundle({ entries, parentOf, path }: OwnView): boolean {
  const changes = new Map<Entry, { id: string; before: Entry | undefined }>();
  const inFile = new Set(entries);
  const stack: Entry[] = [];
  for (const start of entries) {
    for (let entry: Entry | undefined = start; entry && !changes.has(entry);) {
      stack.push(entry);
      changes.set(entry, { id: entry.sessionId, before: undefined });
      const parent: Entry | undefined = parentOf(entry);
      entry = parent && parent.place.path === path && inFile.has(parent) ? parent : undefined;
    }
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      const parent = parentOf(entry);
      const above = parent && changes.get(parent);
      if (!above) continue;
      const before = parent.sessionId === entry.sessionId ? above.before : parent;
      changes.set(entry, { id: entry.sessionId, before });
      if (before === parent && returns(entry, before)) return false;
    }
  }
  return true;

  function returns(entry: Entry, left: Entry): boolean {
    const seen = new Set<Entry>();
    for (let at: Entry | undefined = left; at && !seen.has(at); at = changes.get(at)?.before) {
      if (at.sessionId === entry.sessionId) return true;
      seen.add(at);
    }
    return false;
  }
}
