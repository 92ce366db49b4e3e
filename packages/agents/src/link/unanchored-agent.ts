import { type Entry, groupBy, type LinkRule } from "@ccdag/core";
import { isClients } from "./pair.ts";

/**
 * Nothing says which call bore an agent: its file lies beside the session, and that is all.
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
 * It is told at its time, after the last entry of its session that is not younger than its own first one. That is a
 * place and no birth: no call is named. Where its session is not there, it stands in one of its name. Agents that the
 * client runs of its own are placed alike, and no call is missed.
 */
export const unanchoredAgent: LinkRule = {
  name: "unanchored-agent",
  *link(open, view) {
    if (open.length === 0) return;
    const speech = view.entries.filter((entry) => entry.message && view.threadOf(entry).agent === undefined);
    const bySession = groupBy(speech.sort(view.compare), (entry) => view.threadOf(entry).sessionId);
    const byRecord = groupBy(speech, ({ sessionId }) => sessionId); // the file of a session may have been renamed
    for (const { info, root } of open) {
      const parent = lastBefore(
        bySession.get(info.sessionId) ?? byRecord.get(info.sessionId) ?? [],
        root,
        view.compare,
      );
      const reason = `Cannot find the call that bore agent ${info.agent!.agentId}, it is told at its time`;
      const warning = isClients(info) ? undefined : { rule: "unanchored-agent", reason };
      yield { thread: info, parent, because: "no call names it; told at its time", warning };
    }
  },
};

/** The last of some entries, by time, that is not younger than another; the first where all are. */
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
