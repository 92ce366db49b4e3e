import type { UsageTotals } from "@ccdag/ccast";
import { wrap } from "./cells.ts";
import type { Screen } from "./table.ts";
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

/**
 * What the cost in a table is.
 *
 * @param total all usage of the table.
 * @param version the day of the price list; absent without prices.
 * @param io where it is written: in a terminal no line is wider.
 */
export function priceNotes({ calls, unpriced }: UsageTotals, version: string | undefined, io: Screen = {}): string {
  const notes = [
    version !== undefined &&
      `List prices of ${version} in US dollars, or what the client recorded; subscriptions charge otherwise.`,
    unpriced > 0 && `${unpriced} of ${calls} calls have a model without a known price: --prices adds it.`,
  ];
  return noteLines(
    notes.filter((note) => note !== false),
    io,
  );
}

/**
 * Lines below a table.
 *
 * @param notes sentences without line breaks.
 * @param io where they are written: in a terminal no line is wider.
 */
export function noteLines(notes: readonly string[], io: Screen = {}): string {
  const width = (io.isStdoutTerminal === true ? io.columns : undefined) ?? Number.POSITIVE_INFINITY;
  const lines = notes.flatMap((note) => (width < note.length ? wrap(note, width) : [note]));
  return lines.map((line) => `${line}\n`).join("");
}
