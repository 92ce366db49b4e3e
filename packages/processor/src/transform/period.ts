import { type FlowContent, beginsTurn, isThread, type ThreadNode, type Root } from "@ccdag/ccast";

/** Which part of a conversation, by time or by turns. */
export interface Period {
  /** Milliseconds since 1970: what was said earlier is left out (default: nothing). */
  since?: number | undefined;
  /** Milliseconds since 1970: what was said at this time or later is left out (default: nothing). */
  until?: number | undefined;
  /**
   * Turns, from the first to the last of them (default: all). A turn is what a person says, and all that follows up to
   * their next words; the first is 1, and what stands before it is 0. Branches go on counting where they leave, so each
   * side of a fork has its own turn of one number.
   */
  turns?: { from: number; to: number } | undefined;
}

/**
 * Find what lies outside a period. What has no time of its own goes with what stands before it on its line, and so do
 * agents; sessions and branches of which nothing is left but records of the client's are outside too.
 */
export function outside(tree: Root, { since, until, turns }: Period): Set<FlowContent> {
  const found = new Set<FlowContent>();
  const open: Frame[] = [{ thread: tree, turn: 0, isOut: false }];
  // Each line stands before those that leave from it; the list grows while it is read.
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

/** Whether nothing is left of a line but records of the client's. */
function isEmptied({ children }: ThreadNode, found: ReadonlySet<FlowContent>): boolean {
  return (
    children.some((child) => found.has(child)) && children.every((child) => child.type === "notice" || found.has(child))
  );
}

/** A line, and what held where it leaves. */
interface Frame {
  readonly thread: ThreadNode;
  readonly turn: number;
  readonly isOut: boolean;
}
