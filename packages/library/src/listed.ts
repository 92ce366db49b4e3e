import { emptyUsage, priceCall, type Prices, sumUsage, type UsageTotals } from "@ccdag/ccast";
import { type Aliases, rowProjects } from "./project-identity.ts";
import type { CallRow, SessionRow } from "./session-row.ts";

/** The usage of one API call, with its cost if there are prices. */
export function usageOfCall(call: CallRow, prices: Prices | undefined): UsageTotals {
  const [time, model, , input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches, recordedCost] = call;
  const tokens = { input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches };
  const used = { ...emptyUsage(), ...tokens, calls: 1, models: model === "" ? {} : { [model]: output } };
  return prices === undefined ? used : priceCall(used, model || undefined, time ?? undefined, prices, recordedCost);
}

/** The usage of a session. */
function usageOfRow({ calls }: SessionRow, prices: Prices | undefined): UsageTotals {
  return sumUsage(calls.map((call) => usageOfCall(call, prices)));
}

/** A session as a list shows it. */
export interface ListedRow extends SessionRow {
  readonly project: string;
  /** Equal for the sessions of one project. */
  readonly projectKey: string;
  readonly usage: UsageTotals;
  /** Whether `usage` has costs. */
  readonly isPriced: boolean;
}

/**
 * Sessions as a list shows them: with the names of their projects, and with their cost if there are prices.
 *
 * @param rows the sessions.
 * @param all those that say what projects are called.
 * @param prices the prices; absent for none.
 * @param aliases the projects that were moved (default: none).
 */
export function listed(
  rows: readonly SessionRow[],
  all: readonly SessionRow[],
  prices: Prices | undefined,
  aliases?: Aliases,
): readonly ListedRow[] {
  const { nameOf, keyOf } = rowProjects(all, aliases);
  const isPriced = prices !== undefined;
  return rows.map((row) => ({
    ...row,
    project: nameOf(row),
    projectKey: keyOf(row),
    usage: usageOfRow(row, prices),
    isPriced,
  }));
}
