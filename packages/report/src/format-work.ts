import { shorten } from "@ccdag/ccast";
import { formatAge, oneLine } from "@ccdag/mdast";
import { count } from "@ccdag/mdast/amounts";
import { lastFolders } from "./last-folders.ts";
import { type WorkItem, type WorkKind, workKinds } from "./session-work.ts";
import { type Screen, table } from "./table.ts";

/** An item of work with its session. */
export interface ListedWork extends WorkItem {
  readonly session: string;
  readonly title: string;
  readonly project: string;
}

/** How work is listed. */
export interface WorkListOptions {
  /** How many items of each kind are shown; the others are counted. */
  readonly limit: number;
  /** The time that ages are relative to, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * List work as a table for each kind, each row with the address that opens it.
 *
 * @param found the items, the newest first.
 * @param options how many are shown.
 * @param screen what the list is written to.
 */
export function formatWork(found: readonly ListedWork[], { limit, now }: WorkListOptions, screen: Screen): string {
  const [first] = found;
  if (first === undefined) return "Nothing of this was found.\n";
  const short = shorten(found.flatMap(({ session, entry = session }) => [session, entry]));
  const addressOf = ({ session, entry }: WorkItem & Pick<ListedWork, "session">) =>
    entry === undefined ? short(session) : `${short(session)}#${short(entry)}`;
  const parts = (Object.keys(workKinds) as WorkKind[]).flatMap((kind) => {
    const own = found.filter((item) => item.kind === kind);
    if (own.length === 0) return [];
    const rest = own.length > limit ? `; the newest ${limit} are shown` : "";
    // A table cuts the last text first: where it is why a call failed, it keeps as much room as what was called.
    const hasReasons = own.some(({ detail }) => detail.length > 16);
    const chars = hasReasons && screen.isStdoutTerminal ? Math.floor((screen.columns ?? 120) / 3) : 160;
    const rows = own
      .slice(0, limit)
      .map((item) => [
        addressOf(item),
        item.time === undefined ? "" : formatAge(now - item.time),
        lastFolders(item.project),
        oneLine(item.text, chars),
        [item.agent, item.detail].filter(Boolean).join(": "),
      ]);
    const head = ["WHERE", "AGE", "PROJECT", "WHAT", "DETAIL"];
    const list = table([head, ...rows], { align: "Lrlll", optional: ["PROJECT", "AGE"], io: screen });
    return [`${count(own.length, workKinds[kind])}${rest}\n${list}`];
  });
  return `${parts.join("\n")}\nRead one: ccdag show ${addressOf(first)}\n`;
}
