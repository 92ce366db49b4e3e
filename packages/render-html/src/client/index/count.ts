import { formatCompact, formatCost, formatNumber } from "@ccdag/mdast/amounts";
import { formatCount } from "../../page/index/amounts.ts";
import { type Scope, word } from "../dom.ts";
import type { ShownSession } from "./read-rows.ts";

/**
 * Describe what is shown: how many sessions, and what they used.
 *
 * @param scope the page, with its labels.
 * @param shown the sessions that are shown.
 * @param all the number of all sessions.
 */
export function describeShown(scope: Scope, shown: readonly ShownSession[], all: number): string {
  if (shown.length === 0) return word(scope, "noMatch");
  const [sessions = [], messages = [], tokens = []] = word(scope, "counts")
    .split(",")
    .map((nouns) => nouns.split("/"));
  if (shown.length === all) return formatCount(all, sessions);
  const [said, used, cost] = [sum(shown, "messages"), sum(shown, "tokens"), sum(shown, "cost")];
  return [
    `${formatNumber(shown.length)} ${word(scope, "of")} ${formatCount(all, sessions)}`,
    formatCount(said, messages),
    formatCount(used, tokens, formatCompact),
    ...(cost > 0 ? [formatCost(cost)] : []),
  ].join(" · ");
}

function sum(rows: readonly ShownSession[], amount: "messages" | "tokens" | "cost"): number {
  return rows.reduce((total, row) => total + row[amount], 0);
}
