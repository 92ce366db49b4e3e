import { firstPrompt, type Nodes, type OriginTag, type Session, type ThreadNode, toText } from "@ccdag/ccast";
import type { BlockContent } from "mdast";

/** A time as it is written everywhere: UTC, `2026-04-14 09:09:28`. */
export function formatTime(timestamp: number): string {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
}

/** `12,345`, whatever the locale. */
export function formatNumber(number: number): string {
  // Making it takes as long as a hundred numbers do.
  numbers ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  return numbers.format(number);
}

let numbers: Intl.NumberFormat | undefined;

/** `$12.34`; below a dollar with four digits, for one answer costs little. */
export function formatDollars(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 1 ? 4 : 2)}`;
}

/** How long something took: `340 ms`, `5.4 s`, `2 min 5 s`, `1 h 12 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** One line of at most so many characters; what is cut off is marked. Never cuts a character in two. */
export function oneLine(text: string, limit = 80): string {
  const line = text
    .slice(0, 4 * limit + 200)
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join("")}…` : line;
}

/** Words without the marks that turn the direction of what follows them on the line: there, that is ours. */
export function straight(words: string): string {
  return words.replace(/[\u202A-\u202E\u2066-\u2069]/g, "");
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
  return headline(toText(node), limit);
}

/**
 * A text as a title (R022): on one line, without the tags of the client, control characters and signs of Markdown.
 *
 * @param text any text, untrusted.
 * @param limit the greatest length, in characters.
 */
export function headline(text: string, limit: number): string {
  const words = straight(plain(text.slice(0, 4 * limit + 400)))
    .replace(tags, " ")
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gm, "")
    // oxlint-disable-next-line no-control-regex -- they are what is removed
    .replace(/[\u0000-\u001F\u007F-\u009F]/g, " ")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/`+|\*\*|~~/g, "");
  return oneLine(words, limit);
}

const repeated: OriginTag = "command-message";
/** Tags; of a command also what the client says while it runs, which repeats its name. */
const tags = new RegExp(`<${repeated}>[^<]*</${repeated}>|</?[a-z][\\w-]*>`, "g");

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

// oxlint-disable-next-line no-control-regex -- the escape character is what begins a colour
const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

/** Text without the codes that colour a terminal. */
export function plain(text: string): string {
  return text.includes("\u001B") ? text.replace(ansi, "") : text;
}
