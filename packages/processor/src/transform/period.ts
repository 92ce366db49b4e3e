import { type FlowContent, beginsTurn, isThread, type ThreadNode, type Root } from "@ccdag/ccast";

/** A part of a conversation, by time or by turns. */
export interface Period {
  /** Milliseconds since 1970: omit earlier messages (default: omit none). */
  since?: number | undefined;
  /** Milliseconds since 1970: omit messages of this time or later (default: omit none). */
  until?: number | undefined;
  /**
   * The first and the last turn to keep (default: all). A turn is a prompt of a person and everything up to the next
   * prompt. The first turn is 1; messages before it are turn 0. A branch continues the count of the thread that it
   * leaves from, so each branch of a fork has a turn of the same number.
   */
  turns?: { from: number; to: number } | undefined;
}

/**
 * Find the nodes outside a period. Agents, and nodes without a time, belong to the same period as the message before
 * them on their thread. A session or branch of which only notices are left is outside too.
 */
export function outside(tree: Root, { since, until, turns }: Period): Set<FlowContent> {
  const found = new Set<FlowContent>();
  const open: Frame[] = [{ thread: tree, turn: 0, isOut: false }];
  // Each thread comes before those that leave from it; the list grows while it is read.
  for (const { thread, ...before } of open) {
    let { turn, isOut } = before;
    for (const node of thread.children) {
      if (node.type === "session" || node.type === "branch") {
        open.push({ thread: node, turn, isOut });
        continue;
      }
      if (node.type === "message" && beginsTurn(node)) turn++;
      const time = isThread(node) ? undefined : node.timestamp;
      const isLate = time === undefined ? isOut : !(time >= (since ?? time) && time < (until ?? Infinity));
      if (node.type === "message" || node.type === "compaction") isOut = isLate;
      if (isLate || (turns && (turn < turns.from || turn > turns.to))) found.add(node);
    }
  }
  for (const { thread } of open.reverse()) if (thread.type !== "root" && isEmptied(thread, found)) found.add(thread);
  return found;
}

/** Whether only notices are left of a thread. */
function isEmptied({ children }: ThreadNode, found: ReadonlySet<FlowContent>): boolean {
  return (
    children.some((child) => found.has(child)) && children.every((child) => child.type === "notice" || found.has(child))
  );
}

/** A thread, and the state at the point where it leaves its parent. */
interface Frame {
  readonly thread: ThreadNode;
  readonly turn: number;
  readonly isOut: boolean;
}
