import type { Dag } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { isBoundary, isCommand, isPassthrough } from "../entry/kind.ts";

/**
 * Why an entry has no parent, for the shapes that are known to be harmless. They are
 * tried in order.
 */
const expected: ReadonlyArray<readonly [string, (entry: Entry, isFirst: boolean, dag: Dag) => boolean]> = [
  ["first-prompt", (entry, isFirst) => isFirst && entry.parentUuid === null],
  ["compact-boundary", isBoundary],
  ["compact-summary", ({ userKind }) => userKind === "compact-summary"],
  ["local-command", isCommand],
  ["session-start-hook", (entry) => entry.parentUuid === null && (isPassthrough(entry) || entry.userKind === "hook")],
  ["hook-in-flight", (entry) => entry.parentUuid !== null && isPassthrough(entry)],
  ["agent-root", (entry, isFirst, dag) => isFirst && dag.threads.get(dag.threadOf(entry.id))?.agent !== undefined],
];

/**
 * Name the known shape of a root.
 *
 * @param entry an entry without a parent in its thread.
 * @param isFirst whether its thread begins with it.
 * @param dag the graph.
 * @returns the shape; `undefined` if a parent is unexpectedly missing.
 */
export function expectedRoot(entry: Entry, isFirst: boolean, dag: Dag): string | undefined {
  return expected.find(([, test]) => test(entry, isFirst, dag))?.[0];
}

/** The parent of an entry, if it is in the same thread. */
export function parentInThread({ id }: Entry, dag: Dag): Entry | undefined {
  const edge = dag.edge(id);
  return isRecorded(edge) && dag.threadOf(edge.to) === dag.threadOf(id) ? dag.entries.get(edge.to) : undefined;
}

/**
 * Entries without a parent in their thread, by thread: their parent is in another thread, or missing. By (path, line).
 */
export function rootsByThread(dag: Dag): Map<string, Entry[]> {
  const roots = new Map<string, Entry[]>();
  for (const entry of dag.entries.values()) {
    const line = dag.threadOf(entry.id);
    if (parentInThread(entry, dag)) continue;
    const list = roots.get(line);
    if (list) list.push(entry);
    else roots.set(line, [entry]);
  }
  return roots;
}
