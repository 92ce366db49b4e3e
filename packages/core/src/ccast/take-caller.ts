import type { Dag } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { isPrompt } from "../entry/kind.ts";

/**
 * Take the call that a result answers out of a list of calls with its id. Ids may repeat, also among calls that are
 * open at once: then id and parent decide together, and the nearest call above the result is taken (rules.md,
 * corrections, 11).
 *
 * @param waiting calls without a result, in the order of the thread.
 * @param result the entry with the result.
 * @param dag the graph.
 * @returns the call, which is no longer in the list; the last one if none is above the result in its turn.
 */
export function takeCaller<Caller extends { readonly entry: Entry }>(
  waiting: Caller[] | undefined,
  result: Entry,
  dag: Dag,
): Caller | undefined {
  if (waiting === undefined || waiting.length < 2) return waiting?.pop();
  const holders = new Map(waiting.map(({ entry }, index) => [entry, index]));
  let at: Entry | undefined = result;
  while (at && !holders.has(at) && !isPrompt(at)) {
    const edge = dag.edge(at.id);
    at = isRecorded(edge) ? dag.entries.get(edge.to) : undefined;
  }
  const index = at && holders.get(at);
  return index === undefined ? waiting.pop() : waiting.splice(index, 1)[0];
}
