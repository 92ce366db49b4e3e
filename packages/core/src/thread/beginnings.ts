import type { Dag } from "../dag/dag.ts";
import { textKey } from "../dag/dedupe/text-key.ts";
import { type Edge, isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { isBoundary } from "../entry/kind.ts";
import { isObject } from "../entry/parse-records.ts";
import { openTag } from "../entry/tag.ts";
import { groupBy } from "../group-by.ts";
import type { Facts } from "./facts.ts";
import { speaks, startsOf } from "./fork/true-fork.ts";

/**
 * Find roots that are alternatives (rule rewind): the user went back to the first prompt of all, or left another
 * session at two entries.
 *
 * Each must lead to a human prompt. No boundary, caveat or session-start hook may be between them. The first and at
 * least one other must have an answer below them by recorded links, because a file without links is a list, not a
 * series of rewinds.
 *
 * @param roots the roots of one thread, by (path, line).
 * @param between the entries of the thread, by (path, line).
 * @param dag the graph.
 * @param facts facts about the entries below.
 * @returns the alternatives; empty if there is one beginning.
 */
export function secondBeginnings(
  roots: readonly Entry[],
  between: readonly Entry[],
  dag: Dag,
  facts: Facts,
): readonly Entry[] {
  const [first] = roots;
  if (first === undefined || roots.length < 2) return [];
  if (first.isChosen) return chosenBeginnings(roots, dag, facts);
  const lost = lostForks(roots, dag, facts).get(first);
  if (lost) return lost;
  const blocker = between.find((entry) => entry !== first && isBlocker(entry));
  const end = blocker ? dag.positionOf(blocker.id) : Infinity;
  const starts = roots.filter((root) => {
    const edge = dag.edge(root.id);
    const competing = facts.competing(root);
    const isFree = edge === undefined || (isRecorded(edge) && !isBelowAgent(edge, dag));
    return isFree && dag.positionOf(root.id) < end && competing !== undefined && facts.isPrompt(competing);
  });
  const answered = starts.filter((start) => facts.hasAnswer(start));
  return starts[0] === first && answered[0] === first && answered.length > 1 ? starts : [];
}

/**
 * Whether an entry of the main conversation names an entry of an agent as its parent. No client writes that as a choice;
 * the entry is placed at its position in the file.
 */
function isBelowAgent({ from, to }: Edge, dag: Dag): boolean {
  const agentOf = (entry: string) => dag.threads.get(dag.threadOf(entry))?.agent;
  return agentOf(from) === undefined && agentOf(to) !== undefined;
}

/**
 * For sources in which only a choice makes a root: each root with a user or assistant entry is a beginning, whether it has
 * no parent or one in another session.
 */
function chosenBeginnings(roots: readonly Entry[], dag: Dag, facts: Facts): readonly Entry[] {
  const starts = roots.filter((root) => {
    const edge = dag.edge(root.id);
    const isFree = edge === undefined || (isRecorded(edge) && !isBelowAgent(edge, dag));
    return isFree && speaks(root, facts);
  });
  return starts.length > 1 ? starts : [];
}

/**
 * Find roots that have the same parent, which no file holds: the user went back to that lost entry.
 *
 * @param roots the roots of one thread, by (path, line).
 * @param dag the graph.
 * @param facts facts about the entries below.
 * @returns the alternatives, by their first root.
 */
export function lostForks(roots: readonly Entry[], dag: Dag, facts: Facts): Map<Entry, readonly Entry[]> {
  const orphans = roots.filter(({ id }) => dag.edge(id)?.kind === "missing");
  const forks = new Map<Entry, readonly Entry[]>();
  for (const siblings of groupBy(orphans, ({ id }) => dag.edge(id)!.to).values()) {
    const starts = startsOf(siblings, facts);
    if (starts.length > 0) forks.set(starts[0]!, starts);
  }
  return forks;
}

function isBlocker(entry: Entry): boolean {
  if (isBoundary(entry) || entry.userKind === "caveat" || entry.userKind === "compact-summary") return true;
  if (entry.userKind === "hook") return textKey(entry).startsWith(openTag("session-start-hook"));
  const hook = isObject(entry.raw["attachment"]) ? entry.raw["attachment"] : entry.raw["data"];
  if (!isObject(hook)) return false;
  return hook["hookEvent"] === "SessionStart" || String(hook["hookName"]).startsWith("SessionStart");
}
