import { shorten, sumUsage, type UsageTotals } from "@ccdag/ccast";
import { toJson } from "@ccdag/pipeline/tables";
import type { GroupKey, UsageGroup } from "./usage-group.ts";
import { lastFolders } from "./last-folders.ts";
import { type Screen, table } from "./table.ts";
import { toCsv } from "./to-csv.ts";
import { modelCell, priceNotes, usageCells, usageHeads } from "./usage-cells.ts";

/** Format the groups as a table, or as JSON or CSV for programs. */
export async function formatGroups(
  groups: readonly UsageGroup[],
  keys: readonly GroupKey[],
  options: { json?: boolean | undefined; csv?: boolean | undefined; version: string | undefined },
  io: Screen,
): Promise<string> {
  const hasCost = options.version !== undefined;
  const total = sumUsage(groups.map(({ usage }) => usage));
  if (options.json || options.csv) {
    const rows = groups.map((group) => toObject(group, keys, hasCost));
    if (options.csv) return toCsv(rows, [...columnsOf(keys), ...(hasCost ? ["cost", "unpriced"] : [])]);
    return toJson({ prices: options.version, by: keys, total: numbersOf(total, hasCost), rows }, 2);
  }
  if (groups.length === 0) return "No usage was recorded.\n";
  return `${tableOf(groups, keys, total, hasCost, io)}\n${priceNotes(total, options.version)}`;
}

function tableOf(
  groups: readonly UsageGroup[],
  keys: readonly GroupKey[],
  total: UsageTotals,
  hasCost: boolean,
  io: Screen,
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
  const heads = usageHeads(hasCost);
  return table(
    [
      [
        ...keys.map((key) => key.toUpperCase()),
        ...heads,
        ...(hasModel ? ["MODEL"] : []),
        ...(isSession ? ["TITLE"] : []),
      ],
      ...groups.map(({ keys: values, usage, words }) => [
        ...values.map((value, index) => cell(value, keys[index]!)),
        ...usageCells(usage, hasCost),
        ...texts(usage, words),
      ]),
      ["all", ...keys.slice(1).map(() => ""), ...usageCells(total, hasCost), ...texts(total, "")],
    ],
    { align: `${"L".repeat(keys.length)}${"r".repeat(heads.length)}ll`, optional: ["MODEL", "CACHED", "CALLS"], io },
  );
}

const numberColumns = ["calls", "input", "output", "cacheRead", "cacheWrite", "cacheWrite1h", "webSearches"] as const;

function columnsOf(keys: readonly GroupKey[]): string[] {
  return [...keys, ...(keys.includes("session") ? ["title"] : []), "sessions", ...numberColumns];
}

function toObject(
  { keys: values, words, sessions, usage }: UsageGroup,
  keys: readonly GroupKey[],
  hasCost: boolean,
): object {
  return {
    ...Object.fromEntries(keys.map((key, index) => [key, values[index]])),
    ...(keys.includes("session") ? { title: words } : {}),
    sessions,
    ...numbersOf(usage, hasCost),
  };
}

function numbersOf(usage: UsageTotals, hasCost: boolean): object {
  const numbers = Object.fromEntries(numberColumns.map((name) => [name, usage[name]]));
  // Without prices the cost is unknown, not zero: it is omitted.
  return hasCost ? { ...numbers, cost: usage.cost, unpriced: usage.unpriced } : numbers;
}
