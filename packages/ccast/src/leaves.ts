import { isLine } from "./path-to.ts";
import type { Branch, FlowContent, Lines, Message, Root, Session } from "./types.ts";
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

interface Open {
  readonly line: Session | Branch;
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
  const open: Open[] = beginnings(tree.children, () => 0).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { line, depth, sessionId, isActive } = next;
    const depthAt = countDepths(line, depth);
    const below = line.children.flatMap((child, index): Open[] => {
      if (child.type === "branch")
        return [{ line: child, sessionId, depth: depthAt[index]!, isActive: isActive && child.active === true }];
      return child.type === "session" ? beginnings([child], ({ from }) => depthOf(line, depthAt, from?.uuid)) : [];
    });
    const leaf = toLeaf(next, depthAt);
    if (leaf) found.push(leaf);
    for (const one of below.reverse()) open.push(one);
  }
  return found;
}

function beginnings(children: readonly FlowContent[], depth: (session: Session) => number): Open[] {
  return children.flatMap((child) =>
    child.type === "session" ? [{ line: child, sessionId: child.sessionId, depth: depth(child), isActive: true }] : [],
  );
}

/** Messages up to and with each child of a line. */
function countDepths(line: Lines, before: number): number[] {
  let depth = before;
  return line.children.map((child) => (child.type === "message" || child.type === "compaction" ? ++depth : depth));
}

function depthOf(line: Lines, depths: readonly number[], uuid: string | undefined): number {
  const at = line.children.findIndex(
    (child) => child.type === "message" && uuid !== undefined && child.uuids.includes(uuid),
  );
  return (at === -1 ? depths.at(-1) : depths[at]) ?? 0;
}

/** What a line ends with; nothing where its last fork ends it, or where it says nothing. */
function toLeaf({ line, sessionId, isActive }: Open, depths: readonly number[]): Leaf | undefined {
  const known = line.children.findLastIndex(isKnown);
  // Words that stand in a queue only have no uuid: they end a line that says nothing else.
  const at = known === -1 ? line.children.findLastIndex(isEnd) : known;
  const last = line.children[at];
  if (last === undefined || last.type === "branch" || isLine(last)) return undefined;
  return {
    uuid: last.uuid ?? (last.type === "message" ? last.id : undefined) ?? "",
    sessionId,
    ...(line.type === "branch" ? { branch: line.uuid, rule: line.rule } : {}),
    depth: depths[at]!,
    timestamp: last.timestamp,
    prompt: firstPrompt(line),
    active: isActive,
  };
}

function isEnd(child: FlowContent): boolean {
  return child.type === "message" || child.type === "compaction";
}

function isKnown(child: FlowContent): boolean {
  return child.type === "branch" || (isEnd(child) && "uuid" in child && child.uuid !== undefined);
}

const typed = new Set<Message["origin"]>(["prompt", "queued"]);
const commands = new Set<Message["origin"]>(["command", "bash", "memory"]);

/** The first words that a person typed on a line, else its first command. */
export function firstPrompt(line: Lines): string {
  for (const origins of [typed, commands]) {
    const prompt = line.children.find((child) => child.type === "message" && origins.has(child.origin));
    if (prompt) return toText(prompt);
  }
  return "";
}
