import { originFacts } from "./origins.ts";
import { isThread } from "./path-to.ts";
import type { Branch, FlowContent, Message, ThreadNode, Root, Session } from "./types.ts";
import { wordsOf } from "./words-of.ts";

/** The end of a thread of a person: where the conversation stopped, or where it continues. */
export interface Leaf {
  /** The last message of the thread, or its compaction. */
  readonly uuid: string;
  readonly sessionId: string;
  /** The branch that it ends, by its first entry; absent for a session that did not fork. */
  readonly branch?: string | undefined;
  /** Why the client made that branch, as in `Branch.rule`. */
  readonly rule?: Branch["rule"] | undefined;
  /** Messages and compactions from the beginning to here; those of agents are not counted. */
  readonly depth: number;
  /** Time of the last message, in milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  /** The first prompt that a person typed on the thread, else its first command; empty if there is neither. */
  readonly prompt: string;
  /** Whether this is the leaf, of all leaves of its session, where the person continued. */
  readonly active: boolean;
}

/** A thread whose leaves are not read yet. */
interface Frame {
  readonly thread: Session | Branch;
  readonly sessionId: string;
  /** Messages before this thread. */
  readonly depth: number;
  readonly isActive: boolean;
}

/**
 * List the leaves of all sessions and branches. Agents have none: a person cannot continue there.
 *
 * @param tree the finished tree.
 * @returns one leaf for each session and branch that ends, in reading order; none for one that only forks.
 */
export function leaves(tree: Root): Leaf[] {
  const found: Leaf[] = [];
  const open: Frame[] = beginnings(tree.children, () => 0).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { thread, depth, sessionId, isActive } = next;
    const depthAt = countDepths(thread, depth);
    const depthOf = findDepths(thread, depthAt);
    const below = thread.children.flatMap((child, index): Frame[] => {
      if (child.type === "branch")
        return [{ thread: child, sessionId, depth: depthAt[index]!, isActive: isActive && child.active === true }];
      return child.type === "session" ? beginnings([child], ({ from }) => depthOf(from?.uuid)) : [];
    });
    const leaf = toLeaf(next, depthAt);
    if (leaf) found.push(leaf);
    for (const one of below.reverse()) open.push(one);
  }
  return found;
}

function beginnings(children: readonly FlowContent[], depth: (session: Session) => number): Frame[] {
  return children.flatMap((child) =>
    child.type === "session"
      ? [{ thread: child, sessionId: child.sessionId, depth: depth(child), isActive: true }]
      : [],
  );
}

/** For each child of a thread, the number of messages up to and including it. */
function countDepths(thread: ThreadNode, before: number): number[] {
  let depth = before;
  return thread.children.map((child) => (child.type === "message" || child.type === "compaction" ? ++depth : depth));
}

/** The depth of the message that a session leaves from. The messages are read once: many sessions may leave. */
function findDepths(thread: ThreadNode, depths: readonly number[]): (uuid: string | undefined) => number {
  let known: Map<string, number> | undefined;
  return (uuid) => {
    known ??= new Map(
      thread.children
        .flatMap((child, index) =>
          child.type === "message" ? child.uuids.map((one) => [one, depths[index]!] as const) : [],
        )
        .reverse(),
    );
    return (uuid === undefined ? undefined : known.get(uuid)) ?? depths.at(-1) ?? 0;
  };
}

/** The end of a thread; nothing if it ends with a fork, or holds no message. */
function toLeaf({ thread, sessionId, isActive }: Frame, depths: readonly number[]): Leaf | undefined {
  const at = lastIndex(thread);
  const last = thread.children[at];
  if (last === undefined || last.type === "branch" || isThread(last)) return undefined;
  return {
    uuid: last.uuid ?? (last.type === "message" ? last.id : undefined) ?? "",
    sessionId,
    ...(thread.type === "branch" ? { branch: thread.uuid, rule: thread.rule } : {}),
    depth: depths[at]!,
    timestamp: last.timestamp,
    prompt: firstPrompt(thread),
    active: isActive,
  };
}

/** Whether a thread ends with a message or a compaction, not with a fork. */
export function endsHere(thread: ThreadNode): boolean {
  const last = thread.children[lastIndex(thread)];
  return last !== undefined && isEnd(last);
}

/** Where the last message, compaction or fork of a thread is; -1 if there is none. */
function lastIndex({ children }: ThreadNode): number {
  // Of a branch that has no alternative and is not active, the person went back to where it begins, and has said nothing since.
  const [only, other] = children.filter(isBranch);
  const isLeft = only !== undefined && other === undefined && only.active !== true;
  const known = children.findLastIndex((child) => (isBranch(child) ? !isLeft : isKnownEnd(child)));
  // A message that only the queue holds has no uuid: it ends a thread that has no other message.
  return known === -1 ? children.findLastIndex(isEnd) : known;
}

function isEnd(child: FlowContent): boolean {
  return child.type === "message" || child.type === "compaction";
}

function isKnownEnd(child: FlowContent): boolean {
  return isEnd(child) && "uuid" in child && child.uuid !== undefined;
}

function isBranch(child: FlowContent): child is Branch {
  return child.type === "branch";
}

/**
 * The prompt that a thread is known by: of a session or an agent the first words that a person typed, else the first
 * command, else the name of the schedule that spoke, else of a session what its team lead said; of a branch what it begins
 * with, words or a command. If the thread has none before it forks, the branch in which the person continued is searched.
 *
 * @param thread a session, branch or agent; other nested threads are not searched.
 * @returns its text; empty if there is neither.
 */
export function firstPrompt(thread: ThreadNode): string {
  let command = "";
  let schedule = "";
  let task = "";
  for (let at: ThreadNode | undefined = thread; at; at = continuedIn(at))
    for (const child of at.children) {
      if (child.type === "message" && child.origin === "scheduled") schedule ||= child.senders?.[0] ?? wordsOf(child);
      if (child.type === "message" && child.origin === "teammate" && thread.type === "session") task ||= taskIn(child);
      const typed = child.type === "message" ? originFacts(child.origin).typed : undefined;
      const text = typed === undefined || child.type !== "message" ? "" : wordsOf(child);
      if (text !== "" && (typed === "words" || thread.type === "branch")) return text;
      command ||= text;
    }
  return command || schedule || task;
}

/** What a teammate says in words: its messages to programs are JSON. */
function taskIn(message: Message): string {
  const parts = wordsOf(message).split("\n\n");
  return parts.find((part) => !part.startsWith("{")) ?? "";
}

/** The branch in which a thread continues; the first one if none is marked, `undefined` if it has none. */
export function continuedIn({ children }: ThreadNode): Branch | undefined {
  const branches = children.filter((child) => child.type === "branch");
  return branches.find(({ active }) => active) ?? branches[0];
}
