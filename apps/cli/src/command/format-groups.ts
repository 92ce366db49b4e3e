import { shorten, sumUsage, type UsageTotals } from "@ccdag/ccast";
import type { CommandIo } from "../io.ts";
import { table } from "../table.ts";
import { toCsv } from "../to-csv.ts";
import { toJson } from "../to-json.ts";
import type { GroupKey, UsageGroup } from "./usage-by.ts";
import { modelCell, priceNotes, usageCells, usageHeads } from "./usage-cells.ts";

/** Format the groups as a table, or as JSON or CSV for programs. */
export async function formatGroups(
  groups: readonly UsageGroup[],
  keys: readonly GroupKey[],
  options: { json?: boolean | undefined; csv?: boolean | undefined; version: string | undefined },
  io: CommandIo,
): Promise<string> {
  const hasCost = options.version !== undefined;
  const total = sumUsage(groups.map(({ usage }) => usage));
  if (options.json || options.csv) {
    const rows = groups.map((group) => toObject(group, keys, hasCost));
    if (options.csv) return toCsv(rows, [...columnsOf(keys), ...(hasCost ? ["cost", "unpriced"] : [])]);
    return toJson({ prices: options.version, by: keys, total: numbersOf(total, hasCost), rows }, 2);
  }
  if (groups.length === 0) return "No usage was recorded.\n";
  const isSession = keys.includes("session");
  const modelOf = (usage: UsageTotals) => (keys.includes("model") ? [] : [modelCell(usage)]);
  const short = shorten(isSession ? groups.map((group) => group.keys[keys.indexOf("session")]!) : []);
  const table_ = table(
    [
      [
        ...keys.map((key) => key.toUpperCase()),
        ...usageHeads(hasCost),
        ...(keys.includes("model") ? [] : ["MODEL"]),
        ...(isSession ? ["TITLE"] : []),
      ],
      ...groups.map((group) => [
        ...group.keys.map((value, index) => (keys[index] === "session" ? short(value) : value)),
        ...usageCells(group.usage, hasCost),
        ...modelOf(group.usage),
        ...(isSession ? [group.words] : []),
      ]),
      ["all", ...keys.slice(1).map(() => ""), ...usageCells(total, hasCost), ...modelOf(total)],
    ],
    {
      align: `${keys.map((key) => (key === "project" ? "l" : "L")).join("")}${hasCost ? "rrrrr" : "rrrr"}l${isSession ? "l" : ""}`,
      io,
    },
  );
  return `${table_}\n${priceNotes(total, options.version)}`;
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
