import type { Dag } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { isPassthrough, isPrompt } from "../entry/kind.ts";
import { resultIds } from "./fork/call-ids.ts";
import { parentInThread } from "./roots.ts";

/**
 * Finds what a prompt that was queued during a turn follows: the result that the turn was still waiting for, or the
 * notice that it was interrupted there.
 *
 * A prompt is queued in this sense if it is below a call, or below a result, of an API message that has another call
 * whose result comes later in the file. A user cannot go back to the middle of a turn, so such a prompt is no choice.
 *
 * @param dag the graph.
 * @param callsOf the ids of the tool calls in the API message that an assistant entry is part of.
 * @returns for a prompt the entry that it follows; `undefined` if it is not queued.
 */
export function createQueuedInTurn(
  dag: Dag,
  callsOf: (entry: Entry) => ReadonlySet<string>,
): (prompt: Entry) => Entry | undefined {
  const nearest = new Map<Entry, Entry | undefined>();
  let results: Map<string, Entry> | undefined;

  return (prompt) => {
    const answer = answerAbove(prompt);
    if (answer === undefined) return undefined;
    const calls = callsOf(answer);
    if (calls.size === 0) return undefined;
    results ??= indexResults(dag);
    let last: Entry | undefined;
    for (const id of calls) {
      const result = results.get(`${dag.threadOf(prompt.id)}\n${id}`);
      if (result && dag.positionOf(result.id) > dag.positionOf((last ?? prompt).id)) last = result;
    }
    return last && (dag.children(last.id).find(({ userKind }) => userKind === "interrupt") ?? last);
  };

  /** The nearest assistant entry above a prompt, if only results, prompts and passthrough entries are between them. */
  function answerAbove(prompt: Entry): Entry | undefined {
    const climbed: Entry[] = [];
    let at: Entry | undefined = parentInThread(prompt, dag);
    while (at && !nearest.has(at) && isBetween(at)) {
      climbed.push(at);
      nearest.set(at, undefined);
      at = parentInThread(at, dag);
    }
    const found =
      at === undefined || nearest.has(at) ? at && nearest.get(at) : at.kind === "assistant" ? at : undefined;
    for (const one of climbed) nearest.set(one, found);
    return found;
  }
}

function isBetween(entry: Entry): boolean {
  return entry.userKind === "tool-result" || isPrompt(entry) || isPassthrough(entry);
}

/** The first result of each call, by thread and id of the call. */
function indexResults(dag: Dag): Map<string, Entry> {
  const results = new Map<string, Entry>();
  for (const entry of dag.entries.values()) {
    if (entry.userKind !== "tool-result") continue;
    const thread = dag.threadOf(entry.id);
    for (const id of resultIds(entry)) if (!results.has(`${thread}\n${id}`)) results.set(`${thread}\n${id}`, entry);
  }
  return results;
}
