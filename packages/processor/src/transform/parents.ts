import type { Dag, Entry } from "@ccdag/core";

/**
 * What entries hang on in a stream: by the edge of the graph, but a boundary by its logical parent, if that is known
 * (O011, X03).
 *
 * A boundary may name what was written below it. The graph has no circles, so each circle leads over such boundaries:
 * the first of them, by (time, path, line), then hangs on nothing else than its edge says.
 *
 * @param dag the graph.
 * @param compaction with `"root"` no logical parent is asked for.
 * @returns the id of what an entry hangs on.
 */
export function parentsIn(dag: Dag, compaction: "continue" | "root"): (entry: Entry) => string | undefined {
  const logical = new Map<Entry, string>();
  if (compaction === "continue")
    for (const entry of dag.entries.values()) {
      const { logicalParentUuid: uuid, place } = entry;
      const above = uuid === undefined ? undefined : dag.resolve(uuid, place.path);
      if (above && above !== entry) logical.set(entry, above.id);
    }
  const parentOf = (entry: Entry) => logical.get(entry) ?? recordedParent(entry, dag);
  const settled = new Set<Entry>();
  for (const boundary of logical.keys())
    for (let circle = findCircle(boundary); circle.length > 0; circle = findCircle(boundary)) {
      const [first] = circle.filter((entry) => logical.has(entry)).sort(dag.compare);
      logical.delete(first!);
    }
  return parentOf;

  /** Climb; what leads to an end is not climbed over again. */
  function findCircle(from: Entry): Entry[] {
    const path = new Set<Entry>();
    let at: Entry | undefined = from;
    while (at && !path.has(at) && !settled.has(at)) {
      path.add(at);
      at = dag.entries.get(parentOf(at) ?? "");
    }
    const climbed = [...path];
    if (at && path.has(at)) return climbed.slice(climbed.indexOf(at));
    for (const entry of climbed) settled.add(entry);
    return [];
  }
}

/** A parent that is lost, or was cut off, is none. */
function recordedParent({ id }: Entry, dag: Dag): string | undefined {
  const edge = dag.edge(id);
  return edge === undefined || edge.kind === "missing" || edge.kind === "cut" ? undefined : edge.to;
}
