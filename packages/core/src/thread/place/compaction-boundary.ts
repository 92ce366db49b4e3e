import { isBoundary, isCompaction } from "../../entry/kind.ts";
import { preservedUuids } from "./preserved.ts";
import type { PlaceRule } from "./place-rule.ts";

/**
 * A compaction continues the thread that holds its logical parent, trunk or branch. The boundary itself has no parent.
 *
 * ```shape
 * U1 ─ A1 ┬ U2 ─ A2 ────────────────────────────────────── U6@20 ─ A6@21
 *         └           U3@8 ─ A3@9
 *                                  S1=compact~A2@10 ─ U4=summary@11
 * ```
 *
 * ```threads
 * U1 A1 | U2 A2 S1 U4 U6 A6* | U3 A3
 * ```
 *
 * If no file holds the logical parent, or the client has put it below the boundary itself, the boundary continues the
 * thread of the messages that were kept word for word; else that of the previous entry in the file that has a message:
 *
 * ```shape
 * U1 ─ A1 ──────────────── U3 ─ A3
 *           S1=compact~X1
 * ```
 *
 * ```threads
 * U1 A1 S1 U3 A3
 * ```
 *
 * ```shape
 * U1 ─ A1 ┬ U2 ─ A2
 *         └           U3 ─ A3
 *                               S1=compact~P1 ─ U4=summary ─ P1 ─ A4
 * ```
 *
 * ```threads
 * U1 A1 | U2 A2 | U3 A3 S1 U4 P1 A4*
 * ```
 *
 * A boundary without children is placed inside the current thread, at its own position in the file. A logical parent
 * never makes a fork:
 *
 * ```shape
 * U1 ─ A1 ──────────────── A2 ───────────── U3
 *           S1=compact~A1      U2=summary
 * ```
 *
 * ```threads
 * U1 A1 S1 A2 U2 U3
 * ```
 *
 * With the policy `root`, each boundary of a session begins a thread of its own, another root.
 */
export const compactionBoundary: PlaceRule = {
  name: "compaction-boundary",
  place(root, { dag, neighbour, rootOf }) {
    const line = dag.threadOf(root.id);
    const { logicalParentUuid } = root;
    const named = isBoundary(root) ? [logicalParentUuid, ...preservedUuids(root)] : [logicalParentUuid];
    for (const uuid of named) {
      const after = uuid === undefined ? undefined : dag.resolve(uuid, root.location.path);
      if (after === undefined || dag.threadOf(after.id) !== line || rootOf(after) === root) continue;
      return { after, because: uuid === logicalParentUuid ? "logicalParentUuid" : "preserved message" };
    }
    return isCompaction(root) ? { after: neighbour, because: "previous message of the file" } : undefined;
  },
};
