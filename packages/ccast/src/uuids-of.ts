import type { Nodes } from "./types.ts";

/**
 * The entries that a node holds. A branch has none: its `uuid` names the entry of one of its messages.
 *
 * @param node any node.
 * @returns uuids, `node.uuid` first; empty for records without a uuid, and for nodes that hold no entry.
 */
export function uuidsOf(node: Nodes): readonly string[] {
  if (node.type === "branch") return [];
  const first = "uuid" in node ? node.uuid : undefined;
  const all = "uuids" in node ? node.uuids : [];
  return first === undefined || all.includes(first) ? all : [first, ...all];
}
