import type { UsageTotals } from "@ccdag/ccast";
import { formatCost, formatNumber } from "@ccdag/mdast";

/**
 * The columns that all tables of usage have: API calls, tokens that were read, those of them that came from the cache, tokens that
 * were written, cost.
 *
 * @param hasCost whether there are prices.
 */
export function usageHeads(hasCost: boolean): string[] {
  return ["CALLS", "READ", "CACHED", "WRITTEN", ...(hasCost ? ["COST"] : [])];
}

/** The cells of {@link usageHeads}. */
export function usageCells(usage: UsageTotals, hasCost: boolean): string[] {
  const { calls, input, cacheRead, cacheWrite, output, cost, unpriced } = usage;
  return [
    formatNumber(calls),
    formatNumber(input + cacheRead + cacheWrite),
    formatNumber(cacheRead),
    formatNumber(output),
    ...(hasCost ? [formatCost(cost, unpriced)] : []),
  ];
}

/** The model that wrote most, and how many others there are. */
export function modelCell({ models }: UsageTotals): string {
  const [model = "", ...others] = Object.keys(models);
  return others.length === 0 ? model : `${model} +${others.length}`;
}

/** What the cost in a table is. */
export function priceNotes({ calls, unpriced }: UsageTotals, version: string | undefined): string {
  const notes = [
    version !== undefined &&
      `List prices of ${version} in US dollars, or what the client recorded; subscriptions charge otherwise.\n`,
    unpriced > 0 && `${unpriced} of ${calls} calls have a model without a known price: --prices adds it.\n`,
  ];
  return notes.filter(Boolean).join("");
}
