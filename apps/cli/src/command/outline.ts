import {
  type Agent,
  type Branch,
  type Compaction,
  firstPrompt,
  isLine,
  type Lines,
  type Root,
  type Session,
} from "@ccdag/ccast";

/** A node that has a row of its own. */
type Landmark = Session | Branch | Agent | Compaction;

/** What a tree consists of: a line of talk, a compaction on it, or a run of messages. */
export interface Row {
  readonly type: "session" | "branch" | "agent" | "compaction" | "messages";
  /** Session id, first entry of a branch, agent id, boundary; nothing for a run of messages. */
  readonly id?: string | undefined;
  /** Index of the row of the line that it stands on; nothing for a root. */
  readonly parent?: number | undefined;
  /** The message that it leaves from. */
  readonly from?: string | undefined;
  readonly title?: string | undefined;
  /** Why it is a branch, which kind of agent it is, what set the compaction off. */
  readonly kind?: string | undefined;
  /** Messages of a run, or of the whole line without what leaves from it. */
  readonly messages?: number | undefined;
  readonly tokens?: number | undefined;
  /** In milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  /** The person went on here. */
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
  const open: Array<{ node: Landmark | number; parent: number | undefined }> = [];
  const push = (line: Lines, parent: number | undefined) => {
    for (const node of runs(line).reverse()) open.push({ node, parent });
  };
  push(tree, undefined);
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parent } = next;
    if (typeof node === "number") rows.push({ type: "messages", parent, messages: node });
    else {
      rows.push(toRow(node, parent));
      if (isLine(node)) push(node, rows.length - 1);
    }
  }
  return rows;
}

/** The children of a line, with the number of messages for each run of them. */
function runs(line: Lines): Array<Landmark | number> {
  const found: Array<Landmark | number> = [];
  let count = 0;
  for (const child of line.children) {
    if (child.type === "message") count++;
    if (child.type === "message" || child.type === "notice") continue;
    if (count > 0) found.push(count);
    count = 0;
    found.push(child);
  }
  if (count > 0) found.push(count);
  return found;
}

function toRow(node: Landmark, parent: number | undefined): Row {
  switch (node.type) {
    case "session":
      return {
        type: "session",
        id: node.sessionId,
        parent,
        from: node.from?.uuid,
        title: node.title ?? firstPrompt(node),
        messages: messagesOf(node),
        timestamp: firstTime(node),
      };
    case "branch":
      return {
        type: "branch",
        id: node.uuid,
        parent,
        from: node.from?.uuid,
        title: firstPrompt(node),
        kind: node.rule,
        messages: messagesOf(node),
        timestamp: firstTime(node),
        active: node.active,
      };
    case "agent":
      return {
        type: "agent",
        id: node.agentId,
        parent,
        from: node.from.uuid,
        title: [node.name ?? node.agentType, node.description].filter(Boolean).join(": "),
        kind: node.mode,
        messages: messagesOf(node),
        timestamp: node.startedAt,
      };
    default: {
      const { uuid, trigger, preTokens, timestamp } = node;
      return { type: "compaction", id: uuid, parent, kind: trigger, tokens: preTokens, timestamp };
    }
  }
}

function messagesOf(line: Lines): number {
  return line.children.reduce((sum, { type }) => sum + Number(type === "message"), 0);
}

function firstTime(line: Lines): number | undefined {
  for (const child of line.children)
    if (child.type === "message" && child.timestamp !== undefined) return child.timestamp;
  return undefined;
}
