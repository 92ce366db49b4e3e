import { type Entry, groupBy, type LinkRule } from "@ccdag/core";
import { isClients } from "./pair.ts";

/**
 * No record says which call spawned the agent.
 *
 * ```shape
 * U1@1 ─ A1@2 ──────────────── U2@9
 * --- agent-7f
 *               U3@5 ─ A3@6
 * ```
 *
 * ```threads
 * A1 → sync: U3 A3
 * U1 A1 U2
 * ```
 *
 * It is placed after the last entry of its session that is not younger than its first one: a placement, not a link.
 * Internal agents are placed in the same way, without a warning.
 */
export const unanchoredAgent: LinkRule = {
  name: "unanchored-agent",
  *link(open, view) {
    if (open.length === 0) return;
    const messages = view.entries.filter((entry) => entry.message && view.threadOf(entry).agent === undefined);
    const bySession = groupBy(messages.sort(view.compare), (entry) => view.threadOf(entry).sessionId);
    const byRecord = groupBy(messages, ({ sessionId }) => sessionId); // the file of a session may have been renamed
    for (const { info, root } of open) {
      const parent = lastBefore(
        bySession.get(info.sessionId) ?? byRecord.get(info.sessionId) ?? [],
        root,
        view.compare,
      );
      const reason = `Cannot find the call that spawned agent ${info.agent!.agentId}; it is placed by its time`;
      const warning = isClients(info) ? undefined : { rule: "unanchored-agent", reason };
      yield { thread: info, parent, because: "no call names it; placed by its time", warning };
    }
  },
};

/** The last of some entries, sorted by time, that is not younger than another; the first if all are younger. */
function lastBefore(
  entries: readonly Entry[],
  entry: Entry,
  compare: (a: Entry, b: Entry) => number,
): Entry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(entries[middle]!, entry) <= 0) low = middle + 1;
    else high = middle;
  }
  return entries[Math.max(low - 1, 0)];
}
