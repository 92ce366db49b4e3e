import type { Dag } from "../../dag/dag.ts";
import type { Entry } from "../../entry/entry.ts";
import { isBoundary } from "../../entry/kind.ts";
import { preservedUuids } from "./preserved.ts";

/** Where a root belongs: the entry whose line it continues, and the rule that says so. */
export interface Anchor {
  readonly after: Entry;
  readonly rule: "compaction-boundary" | "orphan-root";
  readonly isLogical: boolean;
}

/**
 * Place a root that does not begin its line.
 *
 * compaction-boundary – the boundary continues the line that holds its logical parent, trunk or branch; where that
 * dangles, the line of the messages that it kept; else that of its neighbour.
 *
 * ```shape
 * U1 ─ A1 ┬ U2 ─ A2
 *         └ U3@8 ─ A3@9
 *                       S1=compact~A3@10 ─ U4=summary@11 ─ U5@12
 * ```
 *
 * ```lines
 * U1 A1 | U2 A2 | U3 A3 S1 U4 U5*
 * ```
 *
 * An island, which nothing hangs on, stands inside the running line at its own place in the file:
 *
 * ```shape
 * U1 ─ A1 ──────────────── A2 ───────────── U3
 *           S1=compact~A1      U2=summary
 * ```
 *
 * ```lines
 * U1 A1 S1 A2 U2 U3
 * ```
 *
 * orphan-root – an entry whose parent was never written, or was cut off, continues the line of its neighbour: the
 * previous entry of its file that has a message.
 *
 * ```shape
 * U1 ─ A1 ─────── A3
 *           ?U2 ─────── A2
 * ```
 *
 * ```lines
 * U1 A1 U2 A3 A2
 * ```
 *
 * @param root the root.
 * @param neighbour the previous entry of its line that has a message, else the previous entry.
 * @param dag the graph.
 */
export function anchorOf(root: Entry, neighbour: Entry, dag: Dag): Anchor {
  const line = dag.lineOf(root.id);
  const named = isBoundary(root) ? [root.logicalParentUuid, ...preservedUuids(root)] : [root.logicalParentUuid];
  for (const uuid of named) {
    const after = uuid === undefined ? undefined : dag.resolve(uuid, root.place.path);
    if (after && after !== root && dag.lineOf(after.id) === line)
      return { after, rule: "compaction-boundary", isLogical: uuid === root.logicalParentUuid };
  }
  return { after: neighbour, rule: isBoundary(root) ? "compaction-boundary" : "orphan-root", isLogical: false };
}
