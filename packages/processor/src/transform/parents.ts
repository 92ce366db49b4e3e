import { type Dag, type Entry, isCompaction } from "@ccdag/core";

const known = new WeakMap<Dag, Map<string, (entry: Entry) => string | undefined>>();

/**
 * The parents of entries in a stream: by the edge of the graph, except that the parent of a boundary is its logical
 * parent, if that is known.
 *
 * A boundary may name an entry below itself. The graph has no cycles, so each cycle leads over such boundaries: the
 * first of them, by (time, path, line), then has the parent of its edge, or none if that is on the cycle too.
 *
 * @param dag the graph.
 * @param compaction with `"root"`, only boundaries in agents have logical parents, because an agent is always one
 *   thread.
 * @returns a function that returns the id of the parent of an entry.
 */
export function parentsIn(dag: Dag, compaction: "continue" | "root"): (entry: Entry) => string | undefined {
  const policies = known.get(dag) ?? new Map<string, (entry: Entry) => string | undefined>();
  known.set(dag, policies);
  const found = policies.get(compaction) ?? findParents(dag, compaction);
  policies.set(compaction, found);
  return found;
}

function findParents(dag: Dag, compaction: "continue" | "root"): (entry: Entry) => string | undefined {
  const logical = new Map<Entry, string>();
  for (const entry of dag.entries.values()) {
    const { logicalParentUuid: uuid, location } = entry;
    if (uuid === undefined || !isCompaction(entry)) continue;
    if (compaction === "root" && dag.threads.get(dag.threadOf(entry.id))?.agent === undefined) continue;
    const above = dag.resolve(uuid, location.path);
    if (above) logical.set(entry, above.id);
  }
  /** Shortcuts up. A boundary that is not decided yet has none: a climb ends there. */
  const up = new Map<string, string>();
  const decided = new Map<Entry, string | undefined>();
  // The last one is decided first, so that the first one of a cycle loses its logical parent.
  for (const boundary of [...logical.keys()].sort((a, b) => dag.compare(b, a))) {
    const candidates = [logical.get(boundary), recordedParent(boundary, dag)];
    const parent = candidates.find((id) => id !== undefined && topOf(id) !== boundary.id);
    decided.set(boundary, parent);
    if (parent !== undefined) up.set(boundary.id, parent);
  }
  return (entry) => (decided.has(entry) ? decided.get(entry) : recordedParent(entry, dag));

  function topOf(id: string): string {
    const climbed: string[] = [];
    let at = id;
    for (let parent = next(at); parent !== undefined; parent = next(at)) {
      climbed.push(at);
      at = parent;
    }
    for (const one of climbed) up.set(one, at);
    return at;
  }

  function next(id: string): string | undefined {
    const short = up.get(id);
    if (short !== undefined) return short;
    const entry = dag.entries.get(id);
    return entry && !logical.has(entry) ? recordedParent(entry, dag) : undefined;
  }
}

/** The parent by the edge of the graph, if it is neither missing nor cut. */
function recordedParent({ id }: Entry, dag: Dag): string | undefined {
  const edge = dag.edge(id);
  return edge === undefined || edge.kind === "missing" || edge.kind === "cut" ? undefined : edge.to;
}
