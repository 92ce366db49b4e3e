import type { Dag } from "../dag/dag.ts";
import { clientPhrase } from "../entry/client-tags.ts";
import type { Entry } from "../entry/entry.ts";
import { isBoundary, isCommand, isConversation, isPassthrough } from "../entry/kind.ts";
import { isObject } from "../entry/parse-records.ts";
import { report as send, type Report } from "../report.ts";
import { userEntryFacts } from "../entry/user-entry-kinds.ts";

/** What is known of an entry and of all that is below it in its thread. */
export interface Swept {
  /** It is a human prompt itself. */
  own: boolean;
  structural: boolean;
  prompt: boolean;
  answer: boolean;
  commandOnly: boolean;
  resumed: boolean;
  turnEnd: number;
  /**
   * It is what a command leads to that is a prompt: its expansion, or an answer of the model. Or it leads to one
   * through structural entries.
   */
  expands: boolean;
  competing: Entry | undefined;
  last: number;
}

/** What is known of an entry without those below it. */
export function factsOf(entry: Entry, own: boolean, position: number): Swept {
  return {
    own,
    structural: true,
    prompt: own,
    answer: entry.kind === "assistant",
    commandOnly: !own && isCommandLike(entry),
    resumed: isResumeTrace(entry),
    turnEnd: entry.kind === "user" || entry.kind === "assistant" ? position : -1,
    expands: isExpansion(entry) || isAnswer(entry),
    competing: undefined,
    last: position,
  };
}

/** What else adding the entries below one needs. */
interface Below {
  /** What is known of an entry that was swept. */
  readonly of: (entry: Entry) => Swept;
  readonly compare: Dag["compare"];
}

/** Add what is known of the children of an entry. */
export function addBelow(facts: Swept, entry: Entry, children: readonly Entry[], { of, compare }: Below): void {
  // What is below a structural entry shows through.
  const isThrough = isStructural(entry);
  if (isThrough && children[0] && of(children[0]).resumed) facts.resumed = true;
  for (const child of children) {
    const below = of(child);
    if (!below.structural || isConversation(child)) facts.structural = false;
    if (below.prompt) facts.prompt = true;
    if (below.answer) facts.answer = true;
    if (!below.commandOnly) facts.commandOnly = false;
    if (isThrough && below.expands) facts.expands = true;
    if (!below.own && !isCommand(child)) facts.turnEnd = Math.max(facts.turnEnd, below.turnEnd);
    facts.last = Math.max(facts.last, below.last);
    const { competing } = below;
    if (competing && (facts.competing === undefined || compare(competing, facts.competing) < 0))
      facts.competing = competing;
  }
  const speaks = isConversation(entry) && !isExpansion(entry) && !isCommand(entry);
  if (facts.own || speaks) facts.competing = entry;
}

/** Text that the client inserted, such as the expansion of a command; not a caveat. */
function isExpansion({ userKind }: Entry): boolean {
  return userEntryFacts(userKind).isExpansion === true;
}

/** Words of the model; not what the client writes in its place. */
function isAnswer({ kind, message }: Entry): boolean {
  return kind === "assistant" && message?.model !== "<synthetic>";
}

/** No user or assistant entry, no queued command and no compaction boundary. */
function isStructural(entry: Entry): boolean {
  return isPassthrough(entry) || (entry.kind === "system" && !isBoundary(entry));
}

function isCommandLike(entry: Entry): boolean {
  return isCommand(entry) || isStructural(entry) || entry.userKind === "meta";
}

const noResponse = clientPhrase("no-response");

/** What a client writes first when it resumes a session: an answer without a prompt, or a hook. */
function isResumeTrace({ kind, message, raw }: Entry): boolean {
  if (kind === "assistant")
    return message?.model === "<synthetic>" && message.blocks.some(({ text }) => text === noResponse);
  const hook = isObject(raw["attachment"]) ? raw["attachment"] : raw["data"];
  return isObject(hook) && hook["hookName"] === "SessionStart:resume";
}

/**
 * All entries, children before parents. The guard of every walk: an entry that was visited before, or that names
 * another parent, is not visited again; the walk is truncated there. What it then does not reach joins the trunk.
 */
export function bottomUp(dag: Dag, report: Report | undefined): Entry[] {
  const visited = new Set<Entry>();
  const order: Entry[] = [];
  const stack = [...dag.roots];
  let truncated: Entry | undefined;
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    visited.add(entry);
    order.push(entry);
    for (const child of dag.children(entry.id))
      if (visited.has(child) || dag.edge(child.id)?.to !== entry.id) truncated ??= child;
      else stack.push(child);
  }
  if (truncated)
    send(
      { report },
      "visited-twice",
      truncated.location,
      `Unexpected second visit of \`${truncated.id}\`, the walk is truncated there`,
    );
  return order.reverse();
}
