import type { Element } from "hast";
import { element } from "../../tree/element.ts";
import type { Words } from "../words.ts";
import { formatAmount, formatCompact, formatExact } from "./amounts.ts";
import type { ListedSession } from "./listed.ts";

/** What sessions used together. */
export interface IndexTotals {
  readonly sessions: number;
  readonly messages: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  /** Calls without a price. */
  readonly unpriced: number;
}

/** Add up what sessions used. */
export function sumSessions(sessions: readonly ListedSession[]): IndexTotals {
  const totals = { sessions: sessions.length, messages: 0, tokens: 0, cost: 0, unpriced: 0 };
  for (const { session } of sessions) {
    totals.messages += session.messages;
    totals.tokens += session.tokens;
    totals.cost += session.cost ?? 0;
    totals.unpriced += session.unpriced ?? 0;
  }
  return totals;
}

/**
 * Render the totals of an index.
 *
 * @param sessions all of its sessions.
 * @param activeDays the number of days with messages.
 * @param words the labels.
 */
export function renderTotals(sessions: readonly ListedSession[], activeDays: number, words: Words): Element {
  const { messages, tokens, cost, unpriced } = sumSessions(sessions);
  const rows: ReadonlyArray<readonly [number: number, text: string, label: string]> = [
    [sessions.length, formatExact(sessions.length), words.sessions],
    [messages, formatExact(messages), words.messages[1]],
    [tokens, formatCompact(tokens), words.tokens[1]],
    [cost + unpriced, formatAmount(cost, unpriced), words.cost],
    [activeDays, formatExact(activeDays), words.activeDays],
  ];
  const shown = rows.filter(([number]) => number > 0);
  return element(
    "dl",
    { className: ["totals"] },
    shown.map(([, text, label]) => element("div", {}, element("dt", {}, label), element("dd", {}, text))),
  );
}
