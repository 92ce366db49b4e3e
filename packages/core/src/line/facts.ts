import type { Dag } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { isCommand, isConversation, isPrompt } from "../entry/kind.ts";

/** What lies below each entry on its line. Swept once, bottom-up; rules ask, they never walk. */
export interface Facts {
  /** Entries directly below on the same line, by (time, path, line). */
  readonly below: (entry: Entry) => readonly Entry[];
  /** Nothing below it speaks: no user or assistant entry, no queued command, at any depth (C112). */
  readonly isStructural: (entry: Entry) => boolean;
  /** It or something below it is a human prompt. */
  readonly hasPrompt: (entry: Entry) => boolean;
  /** An assistant entry is it or stands below it. */
  readonly hasAnswer: (entry: Entry) => boolean;
  /** A human prompt: typed words, or a command that expands into a prompt. */
  readonly isPrompt: (entry: Entry) => boolean;
  /** The first entry from here down that speaks, looking through structural, meta and command entries. */
  readonly competing: (entry: Entry) => Entry | undefined;
  /** Of these siblings, the one that holds the later end: the last line of what is below the fork. */
  readonly laterEnd: (siblings: readonly Entry[]) => Entry;
  /** Neither the later end of these siblings nor a human prompt is in it. It may hold many results and answers. */
  readonly isDeadEnd: (entry: Entry, siblings: readonly Entry[]) => boolean;
}

interface Swept {
  structural: boolean;
  prompt: boolean;
  answer: boolean;
  competing: Entry | undefined;
  last: number;
}

/** Sweep the facts of all entries of a graph. */
export function sweepFacts(dag: Dag): Facts {
  const swept = new Map<string, Swept>();
  const below = (entry: Entry) => sameLine(dag, entry);
  const isHumanPrompt = (entry: Entry) =>
    isPrompt(entry) || (entry.flavour === "command" && !entry.isSidechain && below(entry).some(isExpansion));

  for (const entry of bottomUp(dag)) {
    const children = below(entry).map((child) => ({ child, facts: swept.get(child.id)! }));
    const speaks = isConversation(entry) && !isExpansion(entry) && !isCommand(entry);
    const ways = children.flatMap(({ facts }) => facts.competing ?? []);
    const own = isHumanPrompt(entry);
    swept.set(entry.id, {
      structural: children.every(({ child, facts }) => facts.structural && !isConversation(child)),
      prompt: own || children.some(({ facts }) => facts.prompt),
      answer: entry.kind === "assistant" || children.some(({ facts }) => facts.answer),
      competing: own || speaks ? entry : ways.sort(dag.compare)[0],
      last: children.reduce((last, { facts }) => Math.max(last, facts.last), dag.positionOf(entry.id)),
    });
  }
  const of = (entry: Entry) => swept.get(entry.id)!;
  let asked: readonly Entry[] = [];
  let later: Entry | undefined;
  /** Every side of a fork is asked in turn, so the answer for one fork is remembered. */
  const laterEnd = (siblings: readonly Entry[]) => {
    if (siblings !== asked) later = siblings.reduce((a, b) => (of(a).last >= of(b).last ? a : b));
    asked = siblings;
    return later!;
  };
  return {
    below,
    isStructural: (entry) => of(entry).structural,
    hasPrompt: (entry) => of(entry).prompt,
    hasAnswer: (entry) => of(entry).answer,
    isPrompt: isHumanPrompt,
    competing: (entry) => of(entry).competing,
    laterEnd,
    isDeadEnd: (entry, siblings) => !of(entry).prompt && laterEnd(siblings) !== entry,
  };
}

/** Text put there by the client, such as what a command became; a caveat is no such text. */
function isExpansion({ flavour }: Entry): boolean {
  return flavour === "meta" || flavour === "skill";
}

function sameLine(dag: Dag, entry: Entry): readonly Entry[] {
  const children = dag.children(entry.id);
  if (children.length === 0) return children;
  const line = dag.lineOf(entry.id);
  const isSame = (child: Entry) => dag.lineOf(child.id) === line && isRecorded(dag.edge(child.id));
  return children.every(isSame) ? children : children.filter(isSame);
}

/** All entries, children before parents. */
function bottomUp(dag: Dag): Entry[] {
  const order: Entry[] = [];
  const stack = [...dag.roots];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    order.push(entry);
    for (const child of dag.children(entry.id)) stack.push(child);
  }
  return order.reverse();
}
