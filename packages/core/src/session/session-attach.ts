import type { Dag } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { isPassthrough } from "../entry/kind.ts";
import type { Thread } from "../thread/thread.ts";
import type { AttachRule, AttachView } from "./session-rule.ts";

/**
 * A session continues another one if its first own entry has its parent there.
 *
 * ```shape
 * U1 ─ A1 ─ U2 ─ A2
 * ---
 * U1 ─ A1 ─ U2 ─ A2 ─ U3@5 ─ A3@6
 * ---
 * U1 ─ A1 ────────────────────── U4@8 ─ A4@9
 * ```
 *
 * ```threads
 * U1 A1 U2 A2
 * A2 → U3 A3
 * A1 → U4 A4
 * ```
 *
 * The parent becomes a junction: its message links to the session, and its own thread is not cut. If the first own
 * entry is a compaction, its logical parent counts, unless the compaction policy is `root`. A session after `/clear` is
 * a root, and so is one that begins with a caveat that others begin with too.
 */
export const sessionAttach: AttachRule = { name: "session-attach", attach: recordedParent };

/** The entry of another thread that the first entry of a thread names as its parent; `undefined` if there is none. */
export function recordedParent(thread: Thread, { dag, compaction }: AttachView): Entry | undefined {
  const first = firstLink(thread, dag) ?? firstEntry(thread);
  if (first === undefined) return undefined;
  const edge = dag.edge(first.id);
  if (isRecorded(edge)) return dag.entries.get(edge.to);
  if (first.logicalParentUuid === undefined || compaction === "root") return undefined;
  return dag.resolve(first.logicalParentUuid, first.location.path);
}

/**
 * The first entry whose parent is in another thread, if only passthrough entries come before it. Of alternative beginnings,
 * it is in the first one.
 */
function firstLink(thread: Thread, dag: Dag): Entry | undefined {
  for (let at: Thread | undefined = thread; at !== undefined; at = at.sides[0]?.thread)
    for (const entry of at.entries) {
      const edge = dag.edge(entry.id);
      const isLinked = isRecorded(edge) && dag.threadOf(edge.to) !== thread.info.id;
      if (isLinked) return entry;
      if (!isPassthrough(entry)) return undefined;
    }
  return undefined;
}

/** The first entry of a thread. A thread with alternative beginnings has it in its first side. */
export function firstEntry(thread: Thread): Entry | undefined {
  let at = thread;
  while (at.entries.length === 0 && at.sides.length > 0) at = at.sides[0]!.thread;
  return at.entries[0];
}
