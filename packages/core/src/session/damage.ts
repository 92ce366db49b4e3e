import { locationId } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import { type Bookkeeping, byLocation, type RecordLocation } from "../entry/entry.ts";

/** The type of the notice that stands for malformed lines. */
const malformedType = "malformed";

/**
 * Stand-ins for the malformed lines of a project: a document has to say where something is missing. They are placed as
 * records without a uuid are, and are not counted as records.
 *
 * @param dag the graph.
 * @returns one record for each run of lines; `content` in its `raw` is `17`, or `17-20`. A line of which records were read
 *   is a run of its own, with the number of lost characters in `lost`; it has none if nothing is lost.
 */
function damagedLines({ malformed, entries, copies, bookkeeping }: Dag): Bookkeeping[] {
  const read = new Set<string>();
  for (const { location } of [...entries.values(), ...copies.map(({ entry }) => entry), ...bookkeeping])
    if (location.column !== undefined) read.add(`${location.path}:${location.line}`);
  const runs: Array<{ first: RecordLocation; last: number; lost?: number }> = [];
  for (const { location, lost } of malformed) {
    const run = runs.at(-1);
    const isPart = read.has(locationId(location));
    if (isPart && lost > 0) runs.push({ first: location, last: location.line, lost });
    else if (isPart) continue;
    else if (run && !run.lost && run.first.path === location.path && run.last + 1 === location.line) run.last++;
    else runs.push({ first: location, last: location.line });
  }
  return runs.map(({ first, last, lost }) => ({
    form: "bookkeeping",
    type: malformedType,
    subtype: undefined,
    sessionId: "",
    timestamp: Number.NaN,
    raw: { content: last === first.line ? String(last) : `${first.line}-${last}`, ...(lost ? { lost } : {}) },
    location: first,
    isKnown: true,
  }));
}

/** The graph with the stand-ins for malformed lines among its records without a uuid, by (path, line). */
export function withDamage(dag: Dag): Dag {
  if (dag.malformed.length === 0) return dag;
  const bookkeeping = [...dag.bookkeeping, ...damagedLines(dag)];
  return { ...dag, bookkeeping: bookkeeping.sort((a, b) => byLocation(a.location, b.location)) };
}
