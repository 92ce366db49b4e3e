import { childrenOf, locationId, nodeLocationId, type Nodes, pathOf, type TimelineNode, uuidsOf } from "@ccdag/ccast";
import type { Dag, Entry } from "@ccdag/core";

/**
 * The ids of a node's entries in the graph: its own entries, first to last, then those of the results of its calls.
 * Several entries may have one uuid: the line of the node, or of its content, then says which of them it is.
 *
 * @param node a message, compaction or notice.
 * @param path the path of its file.
 * @param dag the graph.
 */
export function idsOf(node: TimelineNode, path: string, dag: Dag): string[] {
  const parts: Nodes[] = [...childrenOf(node)];
  for (const block of childrenOf(node))
    if (block.type === "toolCall") for (const one of childrenOf(block)) parts.push(one);
  const shared = sharedByLine(dag);
  const here = new Map<string, string>();
  for (const part of [node, ...parts]) {
    const entry = shared.size === 0 ? undefined : shared.get(nodeLocationId(part, pathOf(part) ?? path));
    if (entry?.uuid !== undefined && !here.has(entry.uuid)) here.set(entry.uuid, entry.id);
  }
  const uuids = [...uuidsOf(node)];
  if (node.type === "message" && node.id !== undefined) uuids.push(node.id);
  for (const part of parts) for (const one of uuidsOf(part)) uuids.push(one);
  const ids = uuids.flatMap(
    (uuid) => here.get(uuid) ?? dag.resolve(uuid, path)?.id ?? (dag.entries.has(uuid) ? uuid : []),
  );
  return ids.length < 2 ? ids : [...new Set(ids)];
}

const known = new WeakMap<Dag, ReadonlyMap<string, Entry>>();

/**
 * The entries whose uuid several records have, by the location of their record, and of the copy that their message was
 * taken from. Any other uuid leads to its only entry.
 */
function sharedByLine(dag: Dag): ReadonlyMap<string, Entry> {
  const found = known.get(dag);
  if (found) return found;
  const uuids = new Set(dag.copies.map(({ entry }) => entry.uuid));
  for (const { id, uuid } of dag.entries.values()) if (uuid !== id) uuids.add(uuid);
  uuids.delete(undefined);
  const entries = [...dag.entries.values()].filter(({ uuid }) => uuids.has(uuid));
  const byLine = new Map<string, Entry>();
  for (const entry of entries) if (entry.lentFrom) byLine.set(locationId(entry.lentFrom), entry);
  for (const entry of entries) byLine.set(locationId(entry.location), entry);
  known.set(dag, byLine);
  return byLine;
}
