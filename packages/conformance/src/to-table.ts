import type { Result } from "./run-tool.ts";
import { type Dimension, dimensions } from "./types.ts";

/**
 * The scores of a tool as a table: for each group of scenarios how many pass each dimension, of those where it applies and
 * can be judged.
 *
 * @param results the scores.
 * @returns lines of equal columns.
 */
export function toTable(results: readonly Result[]): string {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const group = result.name.split("/").slice(0, -1).join("/");
    groups.set(group, [...(groups.get(group) ?? []), result]);
  }
  const rows = [...groups, ["all", results] as const].map(([group, own]) => [
    group,
    String(own.length),
    ...dimensions.map((dimension) => countOf(own, dimension) ?? "–"),
    String(own.filter(isPassed).length),
  ]);
  const table = [["", "scenarios", ...dimensions, "whole"], ...rows];
  const widths = table[0]!.map((_, column) => table.reduce((most, row) => Math.max(most, row[column]!.length), 0));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/**
 * How many results pass a dimension, of those where it applies and can be judged, such as `81/248`.
 *
 * @param results the scores.
 * @param dimension what is counted.
 * @returns `undefined` if it was judged nowhere.
 */
export function countOf(results: readonly Result[], dimension: Dimension): string | undefined {
  const judged = results.filter(({ score, failure }) => failure !== undefined || score[dimension] !== undefined);
  const passed = judged.filter((result) => passes(result, dimension));
  return judged.length === 0 ? undefined : `${passed.length}/${judged.length}`;
}

/** Whether everything that was judged is right. */
export function isPassed(result: Result): boolean {
  return dimensions.every((dimension) => passes(result, dimension));
}

function passes({ score, failure }: Result, dimension: Dimension): boolean {
  return failure === undefined && (score[dimension] ?? []).length === 0;
}
