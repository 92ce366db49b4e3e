import type { Nodes } from "./types.ts";

/**
 * The entries that a node tells. A branch only names its first one, which one of its messages tells.
 *
 * @param node any node.
 * @returns uuids, the node's own first; empty for records without a uuid, and for nodes that tell no entry.
 */
export function uuidsOf(node: Nodes): readonly string[] {
  if (node.type === "branch") return [];
  const own = "uuid" in node ? node.uuid : undefined;
  const all = "uuids" in node ? node.uuids : [];
  return own === undefined || all.includes(own) ? all : [own, ...all];
}
