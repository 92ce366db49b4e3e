import { firstPrompt, type Nodes, type Session, type ThreadNode, toText, wordsOf } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { headline } from "./headline.ts";

/** A time as it is written everywhere: UTC, `2026-04-14 09:09:28`. */
export function formatTime(timestamp: number): string {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
}

/** The beginning of the prompt that a thread is known by; see `firstPrompt` of ccast. */
export function preview(thread: ThreadNode, limit = 60): string {
  return headline(firstPrompt(thread), limit);
}

/** The title of a session, else the beginning of the prompt that it is known by; empty if it has neither. */
export function titleOf(session: Session, limit = 60): string {
  return headline(session.title ?? "", Math.max(limit, 80)) || preview(session, limit);
}

/** The beginning of what is said, as a title. */
export function gist(node: Nodes, limit = 60): string {
  return headline(node.type === "message" ? wordsOf(node) : toText(node), limit);
}

/** `1 hook_success, 3 hook_progress`: how often each word occurs, by first occurrence. */
export function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
}

/** Say of a paragraph that it only leads to another place. */
export function asPointer(block: BlockContent): BlockContent {
  return block.type === "paragraph" ? { ...block, data: { ...block.data, isPointer: true } } : block;
}

/** Say of a heading what begins with it. */
export function markBeginning(what: "turn" | "thread", block: BlockContent): BlockContent {
  return block.type === "heading" ? { ...block, data: { ...block.data, begins: what } } : block;
}
