import { originFacts } from "./origins.ts";
import { isThread } from "./path-to.ts";
import type { Branch, FlowContent, ThreadNode, Root, Session } from "./types.ts";
import { toText } from "./to-text.ts";

/** The end of a line of talk: where somebody stopped, or went on. */
export interface Leaf {
  /** The last message of the line, or its compaction. */
  readonly uuid: string;
  readonly sessionId: string;
  /** The branch that it ends, by its first entry; absent for a session that did not fork. */
  readonly branch?: string | undefined;
  /** Why that is a branch. */
  readonly rule?: Branch["rule"] | undefined;
  /** Messages from the beginning to here, agents not counted. */
  readonly depth: number;
  /** Of the last message, in milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  /** The first words that a person typed on the line, else its first command. */
  readonly prompt: string;
  /** Whether the person went on here, of all leaves of its session. */
  readonly active: boolean;
}

interface Frame {
  readonly thread: Session | Branch;
  readonly sessionId: string;
  /** Messages before this line. */
  readonly depth: number;
  readonly isActive: boolean;
}

/**
 * The ends of all lines of talk, in reading order. An agent's transcript has none: nobody goes on there.
 *
 * @param tree the finished tree.
 * @returns one leaf for each session and branch that ends; none for one that only forks.
 */
export function leaves(tree: Root): Leaf[] {
  const found: Leaf[] = [];
  const open: Frame[] = beginnings(tree.children, () => 0).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { thread, depth, sessionId, isActive } = next;
    const depthAt = countDepths(thread, depth);
    const below = thread.children.flatMap((child, index): Frame[] => {
      if (child.type === "branch")
        return [{ thread: child, sessionId, depth: depthAt[index]!, isActive: isActive && child.active === true }];
      return child.type === "session" ? beginnings([child], ({ from }) => depthOf(thread, depthAt, from?.uuid)) : [];
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

/** Messages up to and with each child of a line. */
function countDepths(thread: ThreadNode, before: number): number[] {
  let depth = before;
  return thread.children.map((child) => (child.type === "message" || child.type === "compaction" ? ++depth : depth));
}

function depthOf(thread: ThreadNode, depths: readonly number[], uuid: string | undefined): number {
  const at = thread.children.findIndex(
    (child) => child.type === "message" && uuid !== undefined && child.uuids.includes(uuid),
  );
  return (at === -1 ? depths.at(-1) : depths[at]) ?? 0;
}

/** What a line ends with; nothing where its last fork ends it, or where it says nothing. */
function toLeaf({ thread, sessionId, isActive }: Frame, depths: readonly number[]): Leaf | undefined {
  const known = thread.children.findLastIndex(isKnown);
  // Words that stand in a queue only have no uuid: they end a line that says nothing else.
  const at = known === -1 ? thread.children.findLastIndex(isEnd) : known;
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

function isEnd(child: FlowContent): boolean {
  return child.type === "message" || child.type === "compaction";
}

function isKnown(child: FlowContent): boolean {
  return child.type === "branch" || (isEnd(child) && "uuid" in child && child.uuid !== undefined);
}

/** The first words that a person typed on a line, else its first command. */
export function firstPrompt(thread: ThreadNode): string {
  for (const typed of ["words", "command"] as const) {
    const prompt = thread.children.find(
      (child) => child.type === "message" && originFacts(child.origin).typed === typed,
    );
    if (prompt) return toText(prompt);
  }
  return "";
}
