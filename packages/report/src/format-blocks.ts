import { sumUsage } from "@ccdag/ccast";
import { formatCost, formatNumber } from "@ccdag/mdast";
import { count, formatSpan } from "@ccdag/mdast/amounts";
import { formatIso, formatMinute, type Zone } from "@ccdag/mdast/time";
import { toJson } from "@ccdag/pipeline/tables";
import { type Budget, budgetCell, budgetNote, shareOf } from "./budget.ts";
import { numberColumns, numbersOf } from "./format-groups.ts";
import { type Screen, table } from "./table.ts";
import { toCsv } from "./to-csv.ts";
import type { UsageBlock } from "./usage-block.ts";
import { modelCell, priceNotes, usageCells, usageHeads } from "./usage-cells.ts";

/** How blocks are shown. */
export interface BlocksOptions {
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
  /** The day of the price list; absent without prices. */
  readonly version: string | undefined;
  /** Whose hours are shown. */
  readonly zone: Zone;
  /** What each block may use (default: no budget). */
  readonly budget?: Budget | undefined;
  /** How many calls have no time, and are in no block. */
  readonly untimed: number;
}

/**
 * Format blocks as a table, or as JSON or CSV for programs.
 *
 * @param blocks by time.
 * @param kind what they are called.
 * @param options what is shown.
 * @param io where it is shown.
 */
export async function formatBlocks(
  blocks: readonly UsageBlock[],
  kind: string,
  options: BlocksOptions,
  io: Screen,
): Promise<string> {
  const { version, budget, untimed } = options;
  const total = sumUsage(blocks.map(({ usage }) => usage));
  if (options.json || options.csv) {
    const rows = blocks.map((block) => toObject(block, options));
    if (options.csv) return toCsv(rows, columnsOf(options));
    return toJson(
      { prices: version, blocks: kind, budget, untimed, total: numbersOf(total, version !== undefined), rows },
      2,
    );
  }
  const notes = [
    ...blocks.map((block) => activeNote(block, options)),
    untimed > 0 ? `${count(untimed, "call")} without a time ${untimed === 1 ? "is" : "are"} in no block.\n` : "",
    budget === undefined
      ? ""
      : budgetNote(
          blocks.map(({ usage }) => usage),
          total,
          budget,
        ),
    priceNotes(total, version, io),
  ];
  if (blocks.length === 0) return `No usage was recorded.\n${notes.join("")}`;
  return `${tableOf(blocks, options, io)}\n${notes.join("")}`;
}

function tableOf(blocks: readonly UsageBlock[], { version, zone, budget }: BlocksOptions, io: Screen): string {
  const hasCost = version !== undefined;
  const heads = usageHeads(hasCost);
  const cells = blocks.map(({ start, end, usage, active }) => [
    formatMinute(start, zone),
    formatMinute(end, zone),
    ...usageCells(usage, hasCost),
    ...(budget === undefined ? [] : [budgetCell(usage, budget)]),
    active === undefined ? "" : "active",
    modelCell(usage),
  ]);
  const head = ["FROM", "TO", ...heads, ...(budget === undefined ? [] : ["BUDGET"]), "NOW", "MODEL"];
  const align = `LL${"r".repeat(heads.length + (budget === undefined ? 0 : 1))}Ll`;
  return table([head, ...cells], { align, optional: ["MODEL", "CACHED", "CALLS"], io });
}

/** A sentence about a block that is running. */
function activeNote({ active }: UsageBlock, { version }: BlocksOptions): string {
  if (active === undefined) return "";
  const { left, tokensPerMinute, projected } = active;
  const cost = version === undefined ? "" : ` and ~${formatCost(projected.cost)}`;
  return `Active: ${formatSpan(left) || "less than a minute"} left; ${formatNumber(tokensPerMinute)} tokens a minute since its first call, which makes ~${formatNumber(projected.tokens)} tokens${cost} at its end.\n`;
}

const activeColumns = ["isActive", "minutesLeft", "tokensPerMinute", "projectedTokens"] as const;

function columnsOf({ version, budget }: BlocksOptions): string[] {
  const cost = version === undefined ? [] : ["cost", "unpriced", "projectedCost"];
  return [
    "start",
    "end",
    "sessions",
    "models",
    ...numberColumns,
    ...activeColumns,
    ...cost,
    ...(budget ? ["budgetShare"] : []),
  ];
}

function toObject(
  { start, end, sessions, usage, active }: UsageBlock,
  { version, budget, json }: BlocksOptions,
): object {
  const models = Object.keys(usage.models);
  const hasCost = version !== undefined;
  return {
    start: formatIso(start),
    end: formatIso(end),
    sessions,
    models: json === true ? models : models.join(" "),
    ...numbersOf(usage, hasCost),
    isActive: active !== undefined,
    ...(active && {
      minutesLeft: Math.ceil(active.left / 60_000),
      tokensPerMinute: Math.round(active.tokensPerMinute),
      projectedTokens: Math.round(active.projected.tokens),
      ...(hasCost ? { projectedCost: active.projected.cost } : {}),
    }),
    ...(budget && { budgetShare: shareOf(usage, budget) }),
  };
}
