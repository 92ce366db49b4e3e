import type { Message } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import { mainPathOf, sessionIdOf } from "../entry/session-id.ts";
import { groupBy } from "../group-by.ts";
import type { BuiltThread } from "./built-thread.ts";

/**
 * Returns a function that sets `alsoIn` on each message of a thread: the other sessions that hold a copy of it.
 *
 * @param dag the graph, with the copies.
 */
export function createAlsoIn(dag: Dag): (built: BuiltThread) => void {
  const shared = dag.copies.filter(({ rule, isShared }) => rule === "replayed-uuid" && !isShared);
  const byOriginal = groupBy(shared, ({ of }) => of.id);
  return ({ nodeOf }) => {
    if (byOriginal.size === 0) return;
    for (const [entry, node] of nodeOf) {
      if (node.type !== "message" || node.uuid !== entry.uuid) continue;
      for (const { entry: copy } of byOriginal.get(entry.id) ?? [])
        if (mainPathOf(copy.location.path) !== mainPathOf(entry.location.path))
          add(node, copy.uuid!, sessionIdOf(copy.location.path));
    }
  };
}

function add(node: Message, uuid: string, sessionId: string): void {
  (node.alsoIn ??= []).push({ uuid, sessionId });
}
