import { startOfDay } from "./local.ts";
import type { ShownSession } from "./read-rows.ts";

/** What is shown of an index. An empty text is no filter. */
export interface Filter {
  /** The number of a project, of a client, and of a model. */
  readonly project: string;
  readonly client: string;
  readonly model: string;
  /** Days of the reader, both included, such as `2026-04-14`. */
  readonly from: string;
  readonly to: string;
  /** Words, all of which a session has, in lower case. */
  readonly words: readonly string[];
}

const dayMs = 86_400_000;

/** Whether the facts of a session match a filter, whatever its words are. */
export function matchesFacts(row: ShownSession, { project, client, model, from, to }: Filter): boolean {
  if (project !== "" && row.project !== project) return false;
  if (client !== "" && row.client !== client) return false;
  if (model !== "" && !row.models.includes(model)) return false;
  const [since, until] = [startOfDay(from), startOfDay(to) + dayMs];
  if (!Number.isNaN(since) && !((row.to ?? 0) >= since)) return false;
  return Number.isNaN(until) || (row.from ?? Number.POSITIVE_INFINITY) < until;
}

/** Whether a session has all words of a filter. */
export function matchesWords(row: ShownSession, { words }: Filter): boolean {
  return words.every((word) => row.words.includes(word));
}

/**
 * Show the sessions that match, and those that they continue where they are below them.
 *
 * @returns the sessions that match.
 */
export function showRows(
  list: HTMLElement,
  rows: readonly ShownSession[],
  isWanted: (row: ShownSession) => boolean,
): ShownSession[] {
  const shown = rows.filter(isWanted);
  const items = new Set<Element>();
  for (const { item } of shown)
    for (let at: Element | null = item; at && at !== list && !items.has(at); at = at.parentElement) items.add(at);
  for (const { item } of rows) item.hidden = !items.has(item);
  for (const section of list.children) (section as HTMLElement).hidden = !items.has(section);
  return shown;
}
