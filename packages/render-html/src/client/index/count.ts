import { formatAmount, formatCompact } from "../../page/index/amounts.ts";
import { type Scope, word } from "../dom.ts";
import type { Row } from "./rows.ts";

/**
 * Describe what is shown: how many sessions, and what they used.
 *
 * @param scope the page, with its labels.
 * @param shown the sessions that are shown.
 * @param all the number of all sessions.
 */
export function describeShown(scope: Scope, shown: readonly Row[], all: number): string {
  if (shown.length === 0) return word(scope, "noMatch");
  const [sessions, messages, tokens] = word(scope, "counts").split(",");
  if (shown.length === all) return count(all, sessions);
  const sum = (of: (row: Row) => number) => shown.reduce((total, row) => total + of(row), 0);
  const cost = sum((row) => row.cost);
  return [
    `${formatCompact(shown.length)} ${word(scope, "of")} ${count(all, sessions)}`,
    count(
      sum((row) => row.messages),
      messages,
    ),
    count(
      sum((row) => row.tokens),
      tokens,
    ),
    ...(cost > 0 ? [formatAmount(cost)] : []),
  ].join(" · ");
}

function count(number: number, nouns = ""): string {
  const [one = "", many = ""] = nouns.split("/");
  return `${formatCompact(number)} ${number === 1 ? one : many}`;
}
