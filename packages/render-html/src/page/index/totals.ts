import { formatCompact, formatCost, formatNumber } from "@ccdag/mdast/amounts";
import type { Element } from "hast";
import { element } from "../../tree/element.ts";
import type { Words } from "../words.ts";
import type { ListedSession } from "./listed.ts";

/**
 * Render the totals of an index.
 *
 * @param sessions all of its sessions.
 * @param activeDays the number of days with messages.
 * @param words the labels.
 */
export function renderTotals(sessions: readonly ListedSession[], activeDays: number, words: Words): Element {
  const sum = (amount: "messages" | "tokens" | "cost" | "unpriced") =>
    sessions.reduce((total, { session }) => total + (session[amount] ?? 0), 0);
  const [messages, tokens, cost, unpriced] = [sum("messages"), sum("tokens"), sum("cost"), sum("unpriced")];
  const rows: ReadonlyArray<readonly [number: number, text: string, label: string]> = [
    [sessions.length, formatNumber(sessions.length), words.sessions],
    [messages, formatNumber(messages), words.messages[1]],
    [tokens, formatCompact(tokens), words.tokens[1]],
    [cost + unpriced, formatCost(cost, unpriced), words.cost],
    [activeDays, formatNumber(activeDays), words.activeDays],
  ];
  const shown = rows.filter(([number]) => number > 0);
  return element(
    "dl",
    { className: ["totals"] },
    shown.map(([, text, label]) => element("div", {}, element("dt", {}, label), element("dd", {}, text))),
  );
}
