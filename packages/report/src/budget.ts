import type { UsageTotals } from "@ccdag/ccast";
import { formatCost, formatNumber } from "@ccdag/mdast";
import { RequestError } from "@ccdag/pipeline/tables";

/** What may be used. */
export interface Budget {
  readonly unit: "dollars" | "tokens";
  readonly amount: number;
  /** What must be within it: each row of a table, or all rows together. */
  readonly of: "rows" | "all";
}

const factors: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, tokens: 1 };

/**
 * Read the value of `--budget`: `20` and `$20` are dollars; `500k`, `1.5M`, `2B` and `800tokens` are tokens, read and written.
 *
 * @param text as typed.
 * @param of what must be within it.
 * @throws RequestError if it is no amount.
 */
export function readBudget(text: string, of: Budget["of"]): Budget {
  const [, dollar, number, unit] = /^(\$?)(\d+(?:\.\d+)?) ?(k|m|b|tokens)?$/i.exec(text.trim()) ?? [];
  if (number === undefined || (dollar !== "" && unit !== undefined))
    throw new RequestError(`Unexpected --budget \`${text}\`, expected dollars like 20 or tokens like 500k`);
  if (unit === undefined) return { unit: "dollars", amount: Number(number), of };
  return { unit: "tokens", amount: Number(number) * factors[unit.toLowerCase()]!, of };
}

/** How much of a budget is used: more than 1 is over it; not finite for a budget of nothing. */
export function shareOf(usage: UsageTotals, { unit, amount }: Budget): number {
  const used = unit === "dollars" ? usage.cost : usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
  return used / amount;
}

/** The cell of a row: `84 %`, or `120 % OVER`. */
export function budgetCell(usage: UsageTotals, budget: Budget): string {
  const share = shareOf(usage, budget);
  // What is left is not rounded away, nor what is too much.
  const percent = share > 1 ? Math.ceil(share * 100) : Math.floor(share * 100);
  const shown = Number.isFinite(percent) ? `${formatNumber(percent)} %` : "";
  return share > 1 ? `${shown} OVER`.trim() : shown;
}

/** How many of the rows are over a budget, or whether all of them together are: 0 or 1. */
export function countOver(rows: readonly UsageTotals[], total: UsageTotals, budget: Budget): number {
  return (budget.of === "all" ? [total] : rows).filter((usage) => shareOf(usage, budget) > 1).length;
}

/** What is said below a table. */
export function budgetNote(rows: readonly UsageTotals[], total: UsageTotals, budget: Budget): string {
  const over = countOver(rows, total, budget);
  const amount = budget.unit === "dollars" ? formatCost(budget.amount) : `${formatNumber(budget.amount)} tokens`;
  const what = budget.of === "all" ? "" : `: ${over} of ${rows.length} rows`;
  return `${over === 0 ? "Within" : "Over"} the budget of ${amount}${over === 0 ? "" : what}.\n`;
}
