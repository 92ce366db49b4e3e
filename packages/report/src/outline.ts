import {
  type Agent,
  type Branch,
  type Compaction,
  isThread,
  type ThreadNode,
  type Root,
  type Session,
} from "@ccdag/ccast";
import { preview } from "@ccdag/mdast";

/** The length of a title that is the beginning of a prompt, in characters. */
const maxTitle = 200;

/** A node that has its own row. */
type RowNode = Session | Branch | Agent | Compaction;

/** One row of an outline: a thread, a compaction in a thread, or a run of messages. */
export interface Row {
  readonly type: "session" | "branch" | "agent" | "compaction" | "messages" | "warmups";
  /** Session id, uuid of the first entry of a branch, agent id, or uuid of a compaction; absent for a run of messages. */
  readonly id?: string | undefined;
  /** Index of the row of the parent thread; absent for a root. */
  readonly parent?: number | undefined;
  /** Uuid of the entry that the thread leaves from. */
  readonly from?: string | undefined;
  readonly title?: string | undefined;
  /** Rule of a branch, mode of an agent, trigger of a compaction. */
  readonly kind?: string | undefined;
  /** How an agent ended, if it gave no answer: `no answer`, `no transcript`, or what the client calls it. */
  readonly state?: string | undefined;
  /** Number of messages of a run or of a thread without its child threads; number of agents of a run of warm-ups. */
  readonly messages?: number | undefined;
  readonly tokens?: number | undefined;
  /** In milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  /** The branch was continued, and so was every branch above it. */
  readonly active?: true | undefined;
}

/**
 * List the sessions, branches, agents and compactions of a tree. Each row comes after the row of its parent thread; a
 * thread comes directly after the run of messages that it leaves from.
 *
 * @param tree the finished tree.
 * @returns the rows, in the order in which `ccdag tree` draws them.
 */
export function outline(tree: Root): Row[] {
  const rows: Row[] = [];
  const stack: Frame[] = [];
  const push = (thread: ThreadNode, parent: number | undefined, isActive: boolean) => {
    for (const node of runs(thread).reverse()) stack.push({ node, parent, isActive });
  };
  push(tree, undefined, true);
  for (let next = stack.pop(); next; next = stack.pop()) {
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

/** Join the outlines of trees to that of a tree with the sessions of all of them. */
export function joinOutlines(outlines: ReadonlyArray<readonly Row[]>): Row[] {
  const rows: Row[] = [];
  for (const one of outlines) {
    const before = rows.length;
    for (const row of one) rows.push(row.parent === undefined ? row : { ...row, parent: row.parent + before });
  }
  return rows;
}

/** Consecutive messages or warm-up agents. */
interface Run {
  readonly what: "messages" | "warmups";
  count: number;
}

interface Frame {
  readonly node: RowNode | Run;
  readonly parent: number | undefined;
  /** Whether all branches above were continued. */
  readonly isActive: boolean;
}

/**
 * The content of a thread, in order: runs of messages, and the threads that leave from them. A session is placed after
 * the message that it continues, although it is at the end of the children of its parent.
 */
function runs(thread: ThreadNode): Array<RowNode | Run> {
  const leaving = new Map<string, Session[]>();
  const rendered = new Set(thread.children.flatMap((child) => (child.type === "message" ? child.uuids : [])));
  for (const child of thread.children)
    if (child.type === "session" && child.from && rendered.has(child.from.uuid)) {
      const known = leaving.get(child.from.uuid);
      if (known) known.push(child);
      else leaving.set(child.from.uuid, [child]);
    }
  const early = new Set([...leaving.values()].flat());
  const found: Array<RowNode | Run> = [];
  const count = (what: Run["what"]) => {
    const last = found.at(-1);
    if (last && "what" in last && last.what === what) last.count++;
    else found.push({ what, count: 1 });
  };
  for (const child of thread.children) {
    if (child.type === "message") {
      count("messages");
      for (const uuid of child.uuids) for (const one of leaving.get(uuid) ?? []) found.push(one);
    } else if (child.type === "agent" && child.mode === "warmup") count("warmups");
    else if (child.type !== "notice" && !early.has(child as Session)) found.push(child);
  }
  return found;
}

function toRow(node: RowNode, parent: number | undefined, isActive: boolean): Row {
  if (node.type === "compaction") {
    const { uuid, trigger, preTokens, timestamp } = node;
    return { type: "compaction", id: uuid, parent, kind: trigger, tokens: preTokens, timestamp };
  }
  const common = { parent, from: node.from?.uuid, messages: messagesOf(node) };
  switch (node.type) {
    case "session":
      return {
        type: "session",
        id: node.sessionId,
        ...common,
        title: node.title || preview(node, maxTitle),
        timestamp: firstTime(node),
      };
    case "branch": {
      const active = isActive ? true : undefined;
      return {
        type: "branch",
        id: node.uuid,
        ...common,
        title: preview(node, maxTitle),
        kind: node.rule,
        timestamp: firstTime(node),
        active,
      };
    }
    default: {
      const title = [node.name ?? node.agentType, node.description].filter(Boolean).join(": ");
      return {
        type: "agent",
        id: node.agentId,
        ...common,
        title,
        kind: node.mode,
        state: stateOf(node),
        timestamp: node.startedAt,
      };
    }
  }
}

/** What keeps a reader from looking for an answer. */
function stateOf({ missing, incomplete, status }: Agent): string | undefined {
  if (missing) return "no transcript";
  if (status !== undefined && status !== "completed") return status;
  return incomplete ? "no answer" : undefined;
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
