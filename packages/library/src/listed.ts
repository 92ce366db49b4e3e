import { basename } from "node:path";
import { emptyUsage, priceCall, type Prices, sumUsage, type UsageTotals } from "@ccdag/ccast";
import { projectName } from "@ccdag/files";
import { projectFolderOf, projectKeyOf, shownDirectory } from "./session-path.ts";
import type { CallRow, SessionRow } from "./session-row.ts";

/** The usage of one API call, with its cost if there are prices. */
export function usageOfCall(call: CallRow, prices: Prices | undefined): UsageTotals {
  const [time, model, , input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches] = call;
  const tokens = { input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches };
  const used = { ...emptyUsage(), ...tokens, calls: 1, models: model === "" ? {} : { [model]: output } };
  return prices === undefined ? used : priceCall(used, model || undefined, time ?? undefined, prices);
}

/** The usage of a session. */
function usageOfRow({ calls }: SessionRow, prices: Prices | undefined): UsageTotals {
  return sumUsage(calls.map((call) => usageOfCall(call, prices)));
}

/** A session as a list shows it. */
export interface ListedRow extends SessionRow {
  readonly project: string;
  readonly usage: UsageTotals;
  /** Whether `usage` has costs. */
  readonly isPriced: boolean;
}

/** Sessions as a list shows them: with the names of their projects, and with their cost if there are prices. */
export function listed(
  rows: readonly SessionRow[],
  all: readonly SessionRow[],
  prices: Prices | undefined,
): readonly ListedRow[] {
  const nameOf = projectNames(all);
  const isPriced = prices !== undefined;
  return rows.map((row) => ({ ...row, project: nameOf(row), usage: usageOfRow(row, prices), isPriced }));
}

/**
 * What the projects of sessions are called: the working directory, as far as it belongs to the name of the folder; else the
 * name of the folder.
 */
export function projectNames(rows: readonly SessionRow[]): (row: SessionRow) => string {
  const names = new Map<string, string>();
  for (const row of rows) {
    const key = projectKeyOf(row.path);
    const cwd = row.cwd === undefined ? undefined : shownDirectory(row.cwd);
    if (cwd !== undefined && projectName(cwd) === basename(key)) names.set(key, cwd);
  }
  return (row) => {
    const folder = projectFolderOf(row.path);
    return names.get(projectKeyOf(row.path)) ?? (folder === "." ? (row.cwd ?? ".") : basename(folder));
  };
}
