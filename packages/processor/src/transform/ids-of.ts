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
  const here = new Map<string, string>();
  for (const part of [node, ...parts]) {
    const entry = entriesByLine(dag).get(nodeLocationId(part, pathOf(part) ?? path));
    if (entry?.uuid !== undefined && !here.has(entry.uuid)) here.set(entry.uuid, entry.id);
  }
  const uuids = [...uuidsOf(node)];
  if (node.type === "message" && node.id !== undefined) uuids.push(node.id);
  for (const part of parts) for (const one of uuidsOf(part)) uuids.push(one);
  const ids = uuids.flatMap(
    (uuid) => here.get(uuid) ?? dag.resolve(uuid, path)?.id ?? (dag.entries.has(uuid) ? uuid : []),
  );
  return [...new Set(ids)];
}

const known = new WeakMap<Dag, ReadonlyMap<string, Entry>>();

/** Every entry by the location of its record, and of the copy that its message was taken from. */
function entriesByLine(dag: Dag): ReadonlyMap<string, Entry> {
  let byLine = known.get(dag);
  if (byLine === undefined) {
    const all = [...dag.entries.values()];
    const lent = all.flatMap((entry) => (entry.lentFrom ? [[entry.lentFrom, entry] as const] : []));
    const own = all.map((entry) => [entry.location, entry] as const);
    byLine = new Map([...lent, ...own].map(([at, entry]) => [locationId(at), entry]));
    known.set(dag, byLine);
  }
  return byLine;
}
