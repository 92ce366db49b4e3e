import {
  type Agent,
  type Branch,
  type Compaction,
  firstPrompt,
  isThread,
  type ThreadNode,
  type Root,
  type Session,
} from "@ccdag/ccast";

/** A node that has a row of its own. */
type Landmark = Session | Branch | Agent | Compaction;

/** What a tree consists of: a line of talk, a compaction on it, or a run of messages. */
export interface Row {
  readonly type: "session" | "branch" | "agent" | "compaction" | "messages" | "warmups";
  /** Session id, first entry of a branch, agent id, boundary; nothing for a run of messages. */
  readonly id?: string | undefined;
  /** Index of the row of the line that it stands on; nothing for a root. */
  readonly parent?: number | undefined;
  /** The message that it leaves from. */
  readonly from?: string | undefined;
  readonly title?: string | undefined;
  /** Why it is a branch, which kind of agent it is, what set the compaction off. */
  readonly kind?: string | undefined;
  /** Messages of a run, or of the whole line without what leaves from it; agents of a run. */
  readonly messages?: number | undefined;
  readonly tokens?: number | undefined;
  /** In milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  /** The person went on here, and in all that it leaves from. */
  readonly active?: true | undefined;
}

/**
 * Sessions, branches, agents and compactions of a tree as a list, each after what it stands on; what leaves from a
 * line stands directly below the messages that it leaves from.
 *
 * @param tree the tree.
 */
export function outline(tree: Root): Row[] {
  const rows: Row[] = [];
  const open: Open[] = [];
  const push = (thread: ThreadNode, parent: number | undefined, isActive: boolean) => {
    for (const node of runs(thread).reverse()) open.push({ node, parent, isActive });
  };
  push(tree, undefined, true);
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parent, isActive } = next;
    if (!("type" in node)) rows.push({ type: node.what, parent, messages: node.count });
    else {
      const isContinued = isActive && (node.type !== "branch" || node.active === true);
      rows.push(toRow(node, parent, isContinued));
      if (isThread(node)) push(node, rows.length - 1, isContinued);
    }
  }
  return rows;
}

/** Messages, or warm-up agents, that stand together. */
interface Run {
  readonly what: "messages" | "warmups";
  count: number;
}

interface Open {
  readonly node: Landmark | Run;
  readonly parent: number | undefined;
  /** Whether the person went on in all lines above. */
  readonly isActive: boolean;
}

/**
 * What stands on a line, in order: runs of messages, and what leaves from them. A session leaves from the message that
 * it continues, although it stands at the end of its line.
 */
function runs(thread: ThreadNode): Array<Landmark | Run> {
  const leaving = new Map<string, Session[]>();
  const rendered = new Set(thread.children.flatMap((child) => (child.type === "message" ? child.uuids : [])));
  for (const child of thread.children)
    if (child.type === "session" && child.from && rendered.has(child.from.uuid))
      leaving.set(child.from.uuid, [...(leaving.get(child.from.uuid) ?? []), child]);
  const early = new Set([...leaving.values()].flat());
  const found: Array<Landmark | Run> = [];
  const count = (what: Run["what"]) => {
    const last = found.at(-1);
    if (last && "what" in last && last.what === what) last.count++;
    else found.push({ what, count: 1 });
  };
  for (const child of thread.children) {
    if (child.type === "message") {
      count("messages");
      for (const uuid of child.uuids) found.push(...(leaving.get(uuid) ?? []));
    } else if (child.type === "agent" && child.mode === "warmup") count("warmups");
    else if (child.type !== "notice" && !early.has(child as Session)) found.push(child);
  }
  return found;
}

function toRow(node: Landmark, parent: number | undefined, isActive: boolean): Row {
  if (node.type === "compaction") {
    const { uuid, trigger, preTokens, timestamp } = node;
    return { type: "compaction", id: uuid, parent, kind: trigger, tokens: preTokens, timestamp };
  }
  const line = { parent, from: node.from?.uuid, messages: messagesOf(node) };
  switch (node.type) {
    case "session":
      return {
        type: "session",
        id: node.sessionId,
        ...line,
        title: node.title ?? firstWords(node),
        timestamp: firstTime(node),
      };
    case "branch": {
      const active = isActive ? true : undefined;
      return {
        type: "branch",
        id: node.uuid,
        ...line,
        title: firstWords(node),
        kind: node.rule,
        timestamp: firstTime(node),
        active,
      };
    }
    default: {
      const title = [node.name ?? node.agentType, node.description].filter(Boolean).join(": ");
      return { type: "agent", id: node.agentId, ...line, title, kind: node.mode, timestamp: node.startedAt };
    }
  }
}

function messagesOf(thread: ThreadNode): number {
  return thread.children.reduce((sum, { type }) => sum + Number(type === "message"), 0);
}

function firstTime(thread: ThreadNode): number | undefined {
  for (let at: ThreadNode | undefined = thread; at; at = at.children.find((child) => child.type === "branch"))
    for (const child of at.children)
      if (child.type === "message" && child.timestamp !== undefined) return child.timestamp;
  return undefined;
}

/** The first words of a line; where it begins with a choice, those of the first side. */
function firstWords(thread: ThreadNode): string {
  for (let at: ThreadNode | undefined = thread; at; at = at.children.find((child) => child.type === "branch")) {
    const words = firstPrompt(at);
    if (words !== "") return words;
  }
  return "";
}
