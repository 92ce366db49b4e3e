import type { Dag } from "../dag/dag.ts";
import { groupOf } from "../dag/dedupe/repeated-block.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { isPrompt } from "../entry/kind.ts";
import type { Report } from "../report.ts";
import { callIds } from "./fork/call-ids.ts";
import { createQueuedInTurn } from "./queued-in-turn.ts";
import { addBelow, bottomUp, factsOf, type Swept } from "./sweep.ts";

/**
 * Facts about the entries below each entry in its thread. They are computed once, bottom-up, so that rules need not
 * walk the graph.
 */
export interface Facts {
  /** The children of an entry in the same thread, by (time, path, line). */
  readonly below: (entry: Entry) => readonly Entry[];
  /** No entry below it, at any depth, is a user or assistant entry or a queued command. */
  readonly isStructural: (entry: Entry) => boolean;
  /** It or an entry below it is a human prompt. */
  readonly hasPrompt: (entry: Entry) => boolean;
  /** It or an entry below it is an assistant entry. */
  readonly hasAnswer: (entry: Entry) => boolean;
  /** It is a human prompt: typed text, or a command that expands into a prompt or that the model answered directly. */
  readonly isPrompt: (entry: Entry) => boolean;
  /** It and all entries below it are local commands, their output, their caveats, or structural entries. */
  readonly isCommandOnly: (entry: Entry) => boolean;
  /** It is, looking through structural entries, what a client writes first when it resumes a session. */
  readonly isResumed: (entry: Entry) => boolean;
  /** Position of an entry in the order of (path, line). */
  readonly position: (entry: Entry) => number;
  /** Position of the last user or assistant entry from here down to the next prompt; -1 for none. */
  readonly turnEnd: (entry: Entry) => number;
  /** The ids of all tool calls in the API message that an entry is part of, in its thread. */
  readonly callsOf: (entry: Entry) => ReadonlySet<string>;
  /** The first user or assistant entry from here down, looking through structural, meta and command entries. */
  readonly competing: (entry: Entry) => Entry | undefined;
  /**
   * For a prompt that was queued during a turn, what it follows: see {@link createQueuedInTurn}. `undefined` for every
   * other entry, and where both the prompt and the turn have an answer of their own.
   */
  readonly queuedAfter: (entry: Entry) => Entry | undefined;
  /** Position of the last entry of all that is below an entry. */
  readonly lastBelow: (entry: Entry) => number;
  /** The sibling that holds the later end: the last record, by (path, line), of all that is below the fork. */
  readonly laterEnd: (siblings: readonly Entry[]) => Entry;
  /** It holds neither the later end of these siblings nor a human prompt. It may hold many results and answers. */
  readonly isDeadEnd: (entry: Entry, siblings: readonly Entry[]) => boolean;
}

/**
 * Compute the facts of all entries of a graph.
 *
 * @param dag the graph.
 * @param report takes the message about a graph in which an entry is below two others, or below itself.
 */
export function sweepFacts(dag: Dag, report?: Report): Facts {
  const swept = new Map<string, Swept>();
  const of = (entry: Entry) => swept.get(entry.id)!;
  const below = (entry: Entry) => sameThread(dag, entry);
  const isHumanPrompt = (entry: Entry) =>
    isPrompt(entry) ||
    (entry.userKind === "command" && !entry.isSidechain && below(entry).some((child) => of(child).expands));

  for (const entry of bottomUp(dag, report)) {
    const facts = factsOf(entry, isHumanPrompt(entry), dag.positionOf(entry.id));
    addBelow(facts, entry, below(entry), { of, compare: dag.compare });
    swept.set(entry.id, facts);
  }
  let asked: readonly Entry[] = [];
  let later: Entry | undefined;
  /** Rules ask about every side of a fork in turn, so the result for the last fork is cached. */
  const laterEnd = (siblings: readonly Entry[]) => {
    if (siblings !== asked) later = siblings.reduce((a, b) => (of(a).last >= of(b).last ? a : b));
    asked = siblings;
    return later!;
  };
  const callsOf = indexCalls(dag);
  const queuedInTurn = createQueuedInTurn(dag, callsOf);
  return {
    below,
    isStructural: (entry) => of(entry).structural,
    hasPrompt: (entry) => of(entry).prompt,
    hasAnswer: (entry) => of(entry).answer,
    isPrompt: (entry) => swept.get(entry.id)?.own ?? isHumanPrompt(entry),
    isCommandOnly: (entry) => of(entry).commandOnly,
    isResumed: (entry) => of(entry).resumed,
    position: ({ id }) => dag.positionOf(id),
    turnEnd: (entry) => of(entry).turnEnd,
    callsOf,
    competing: (entry) => of(entry).competing,
    queuedAfter(entry) {
      const after = isPrompt(entry) ? queuedInTurn(entry) : undefined;
      return after && of(entry).answer && of(after).answer ? undefined : after;
    },
    lastBelow: (entry) => of(entry).last,
    laterEnd,
    isDeadEnd: (entry, siblings) => !of(entry).prompt && laterEnd(siblings) !== entry,
  };
}

const none: ReadonlySet<string> = new Set();

/** Tool calls by API message, indexed on first use. */
function indexCalls(dag: Dag): (entry: Entry) => ReadonlySet<string> {
  const keyOf = (entry: Entry) => `${dag.threadOf(entry.id)}\n${groupOf(entry) ?? entry.id}`;
  let calls: Map<string, Set<string>> | undefined;
  return (entry) => (calls ??= groupCalls(dag, keyOf)).get(keyOf(entry)) ?? none;
}

function groupCalls(dag: Dag, keyOf: (entry: Entry) => string): Map<string, Set<string>> {
  const calls = new Map<string, Set<string>>();
  for (const entry of dag.entries.values()) {
    const ids = entry.kind === "assistant" ? callIds(entry) : [];
    if (ids.length === 0) continue;
    const known = calls.get(keyOf(entry));
    if (known) for (const id of ids) known.add(id);
    else calls.set(keyOf(entry), new Set(ids));
  }
  return calls;
}

function sameThread(dag: Dag, entry: Entry): readonly Entry[] {
  const children = dag.children(entry.id);
  if (children.length === 0) return children;
  const thread = dag.threadOf(entry.id);
  const isSame = (child: Entry) => dag.threadOf(child.id) === thread && isChildOf(entry, child, dag);
  return children.every(isSame) ? children : children.filter(isSame);
}

/** Whether an entry names another one as its parent. A stage of an extension may list it as a child all the same. */
function isChildOf(parent: Entry, { id }: Entry, dag: Dag): boolean {
  const edge = dag.edge(id);
  return isRecorded(edge) && edge.to === parent.id;
}
