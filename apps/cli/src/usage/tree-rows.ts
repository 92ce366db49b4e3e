import {
  type Agent,
  beginsTurn,
  type Branch,
  isThread,
  type Message,
  type Root,
  type Session,
  sumUsage,
  type ThreadNode,
  type UsageReport,
  type UsageTotals,
  walk,
  wordsOf,
} from "@ccdag/ccast";
import { formatTime, headline, oneLine, preview, titleOf } from "@ccdag/mdast";
import { notesOf, type SessionNotes } from "./session-notes.ts";

/** A session, branch, agent or turn with its usage. */
export interface TreeUsage extends Partial<SessionNotes> {
  readonly kind: "session" | "branch" | "agent" | "turn";
  readonly id: string;
  readonly depth: number;
  readonly time?: string | undefined;
  /** Title, first prompt or description. */
  readonly words: string;
  readonly usage: UsageTotals;
}

/**
 * Each row is below the row that includes its usage: branches and agents below their session; with turns, agents below
 * their turn. Usage of a session does not include that of the session that it continues.
 */
export function rowsOf(tree: Root, report: UsageReport, hasTurns: boolean): TreeUsage[] {
  const { threads, turns, messages } = report;
  const rows: TreeUsage[] = [];
  const notes = notesOf(tree, report);
  const depths = new Map<object, number>([[tree, -1]]);
  walk(tree, (node, parent) => {
    if (node.type === "message") {
      const usage = hasTurns ? turns.get(node) : undefined;
      if (usage && usage.calls > 0) rows.push({ ...turnRow(node), depth: (depths.get(parent!) ?? 0) + 1, usage });
    } else if (node.type !== "root" && isThread(node)) {
      const depth =
        node.type === "session" ? 0 : (depths.get(parent!) ?? -1) + (hasTurns && node.type === "agent" ? 2 : 1);
      depths.set(node, depth);
      const usage = threads.get(node);
      if (usage && usage.calls > 0) rows.push({ ...threadRow(node), depth, usage, ...notes.get(node as Session) });
      const before = hasTurns && node.type !== "agent" ? beforeTurns(node, messages, threads) : undefined;
      if (before && before.calls > 0)
        rows.push({
          kind: "turn",
          id: "",
          depth: depth + 1,
          words: "before the first words of a person",
          usage: before,
        });
    }
  });
  return rows;
}

/** Usage of a thread before its first turn: a thread may continue a turn of another thread. */
function beforeTurns(
  thread: ThreadNode,
  messages: UsageReport["messages"],
  threads: UsageReport["threads"],
): UsageTotals {
  const before: UsageTotals[] = [];
  for (const node of thread.children) {
    if (node.type === "message" && beginsTurn(node)) break;
    const usage = node.type === "message" ? messages.get(node) : node.type === "agent" ? threads.get(node) : undefined;
    if (usage) before.push(usage);
  }
  return sumUsage(before);
}

function turnRow(node: Message): Omit<TreeUsage, "depth" | "usage"> {
  const time = node.timestamp === undefined ? undefined : formatTime(node.timestamp);
  const title = headline(wordsOf(node), 60);
  return { kind: "turn", id: node.uuid ?? node.id ?? "", time, words: title };
}

function threadRow(node: Session | Branch | Agent): Omit<TreeUsage, "depth" | "usage"> {
  switch (node.type) {
    case "session":
      return { kind: "session", id: node.sessionId, words: titleOf(node, 60) };
    case "branch":
      return { kind: "branch", id: node.uuid, words: preview(node, 60) };
    default:
      return {
        kind: "agent",
        id: node.agentId,
        words: wordsOfAgent(node),
      };
  }
}

/** The type and task of an agent, and its state unless it completed, as `ccdag agents` names them. */
function wordsOfAgent({ agentType, name, description, status, missing, incomplete }: Agent): string {
  const task = [agentType ?? name, oneLine(description ?? "", 60)].filter(Boolean).join(": ");
  const state = [status !== "completed" && status, missing && "no transcript", incomplete && "no answer"].filter(
    Boolean,
  );
  return state.length === 0 ? task : `${task} (${state.join(", ")})`;
}
