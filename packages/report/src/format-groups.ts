import { shorten, sumUsage, type UsageTotals } from "@ccdag/ccast";
import { formatFill } from "@ccdag/mdast";
import { toJson } from "@ccdag/pipeline/tables";
import { type Budget, budgetCell, budgetNote, shareOf } from "./budget.ts";
import type { GroupKey, UsageGroup } from "./usage-group.ts";
import { lastFolders } from "./last-folders.ts";
import { type Screen, table } from "./table.ts";
import { toCsv } from "./to-csv.ts";
import { modelCell, priceNotes, usageCells, usageHeads } from "./usage-cells.ts";

/** Format the groups as a table, or as JSON or CSV for programs. */
export async function formatGroups(
  groups: readonly UsageGroup[],
  keys: readonly GroupKey[],
  options: {
    json?: boolean | undefined;
    csv?: boolean | undefined;
    version: string | undefined;
    budget?: Budget | undefined;
  },
  io: Screen,
): Promise<string> {
  const { version, budget } = options;
  const hasCost = version !== undefined;
  const total = sumUsage(groups.map(({ usage }) => usage));
  if (options.json || options.csv) {
    const inRows = budget?.of === "rows" ? budget : undefined;
    const rows = groups.map((group) => toObject(group, keys, hasCost, inRows));
    const more = [...(hasCost ? ["cost", "unpriced"] : []), ...(inRows ? ["budgetShare"] : [])];
    if (options.csv) return toCsv(rows, [...columnsOf(keys), ...more]);
    const ofAll = budget?.of === "all" ? { budgetShare: shareOf(total, budget) } : {};
    return toJson({ prices: version, by: keys, budget, total: { ...numbersOf(total, hasCost), ...ofAll }, rows }, 2);
  }
  const usages = groups.map(({ usage }) => usage);
  const note = budget === undefined ? "" : budgetNote(usages, total, budget);
  if (groups.length === 0) return `No usage was recorded.\n${note}`;
  return `${tableOf(groups, keys, total, { hasCost, budget, io })}\n${note}${priceNotes(total, version, io)}`;
}

const names: ReadonlySet<GroupKey> = new Set<GroupKey>(["project", "client", "model", "agent-type"]);

function tableOf(
  groups: readonly UsageGroup[],
  keys: readonly GroupKey[],
  total: UsageTotals,
  { hasCost, budget, io }: { hasCost: boolean; budget: Budget | undefined; io: Screen },
): string {
  const isSession = keys.includes("session");
  const hasModel = !keys.includes("model");
  const short = shorten(isSession ? groups.map((group) => group.keys[keys.indexOf("session")]!) : []);
  const cell = (value: string, key: GroupKey) =>
    key === "session" ? short(value) : key === "project" ? lastFolders(value) : value;
  const texts = (usage: UsageTotals, words: string) => [
    ...(hasModel ? [modelCell(usage)] : []),
    ...(isSession ? [words] : []),
  ];
  const heads = [
    ...usageHeads(hasCost),
    ...(budget === undefined ? [] : ["BUDGET"]),
    ...(isSession ? ["CONTEXT PEAK"] : []),
  ];
  const cells = (usage: UsageTotals, of: Budget["of"], context?: UsageGroup["context"]) => [
    ...usageCells(usage, hasCost),
    ...(budget === undefined ? [] : [budget.of === of ? budgetCell(usage, budget) : ""]),
    ...(isSession ? [context === undefined ? "" : formatFill(context.peak, context.window)] : []),
  ];
  // Names are cut where a terminal is narrow, days and ids never.
  const keySides = keys.map((key) => (names.has(key) ? "l" : "L")).join("");
  return table(
    [
      [
        ...keys.map((key) => key.toUpperCase()),
        ...heads,
        ...(hasModel ? ["MODEL"] : []),
        ...(isSession ? ["TITLE"] : []),
      ],
      ...groups.map(({ keys: values, usage, words, context }) => [
        ...values.map((value, index) => cell(value, keys[index]!)),
        ...cells(usage, "rows", context),
        ...texts(usage, words),
      ]),
      ["all", ...keys.slice(1).map(() => ""), ...cells(total, "all"), ...texts(total, "")],
    ],
    { align: `${keySides}${"r".repeat(heads.length)}ll`, optional: ["MODEL", "CACHED", "CALLS", "CONTEXT PEAK"], io },
  );
}

/** What programs are given of usage, besides its cost. */
export const numberColumns = [
  "calls",
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
  "cacheWrite1h",
  "webSearches",
] as const;

function columnsOf(keys: readonly GroupKey[]): string[] {
  const ofSession = keys.includes("session");
  return [
    ...keys,
    ...(ofSession ? ["title"] : []),
    "sessions",
    ...numberColumns,
    ...(ofSession ? ["contextPeak", "contextWindow"] : []),
  ];
}

function toObject(
  { keys: values, words, sessions, usage, context }: UsageGroup,
  keys: readonly GroupKey[],
  hasCost: boolean,
  budget: Budget | undefined,
): object {
  return {
    ...Object.fromEntries(keys.map((key, index) => [key, values[index]])),
    ...(keys.includes("session") ? { title: words } : {}),
    sessions,
    ...numbersOf(usage, hasCost),
    ...(context && { contextPeak: context.peak, contextWindow: context.window }),
    ...(budget && { budgetShare: shareOf(usage, budget) }),
  };
}

/** Usage as programs are given it. */
export function numbersOf(usage: UsageTotals, hasCost: boolean): object {
  const numbers = Object.fromEntries(numberColumns.map((name) => [name, usage[name]]));
  // Without prices the cost is unknown, not zero: it is omitted.
  return hasCost ? { ...numbers, cost: usage.cost, unpriced: usage.unpriced } : numbers;
}
