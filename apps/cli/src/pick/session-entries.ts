import { sumUsage, type UsageTotals } from "@ccdag/ccast";
import { formatNumber, oneLine } from "@ccdag/mdast";
import { formatAge, formatBytes, formatCost, formatSpan } from "../amounts.ts";
import type { SessionRow } from "../archive/session-row.ts";
import { count } from "../count.ts";
import { printable } from "../printable.ts";
import { formatMinute, type Zone } from "../time.ts";
import type { Column, PickItem, Fact } from "./pick-list.ts";

/** What entries are made with. */
export interface ItemContext {
  readonly usageOf: (row: SessionRow) => UsageTotals;
  /** What the project of a session is called. */
  readonly nameOf: (row: SessionRow) => string;
  /** The home folder, which is written `~`; empty for none. */
  readonly home: string;
  /** The time that ages are relative to, in milliseconds since 1970. */
  readonly now: number;
  readonly zone: Zone;
}

const titleChars = 200;

/** The most important column first. */
export const sessionColumns: readonly Column[] = [
  { head: "AGE" },
  { head: "COST" },
  { head: "BRANCHES" },
  { head: "AGENTS" },
  { head: "LENGTH" },
];

/** The same for sessions of several projects. */
export const mixedColumns: readonly Column[] = [
  { head: "AGE" },
  { head: "PROJECT", isText: true, max: 18 },
  ...sessionColumns.slice(1),
];

/**
 * The entries of sessions, the newest first.
 *
 * @param rows the sessions.
 * @param context names and prices.
 * @param isMixed whether they are of several projects.
 */
export function sessionEntries(
  rows: readonly SessionRow[],
  context: ItemContext,
  isMixed: boolean,
): Array<PickItem<SessionRow>> {
  const sorted = rows.toSorted((a, b) => (b.to ?? 0) - (a.to ?? 0) || (a.path < b.path ? -1 : 1));
  return sorted.map((row) => {
    const project = tidyPath(context.nameOf(row), context.home);
    const title = titleOfRow(row);
    const [age, ...others] = [
      ageOf(row.to, context.now),
      formatCost(context.usageOf(row)),
      row.branches > 1 ? formatNumber(row.branches) : "",
      row.agents > 0 ? formatNumber(row.agents) : "",
      formatSpan(lengthOf(row)),
    ] as const;
    return {
      value: row,
      title,
      cells: isMixed ? [age, lastFolder(project), ...others] : [age, ...others],
      searched: [title, project, row.id, printable(row.gitBranch ?? "")].join("\n").toLowerCase(),
      facts: () => sessionFacts(row, context),
    };
  });
}

/** The title of a session in one line that is safe for a terminal; its id if it has none. */
export function titleOfRow({ title, id }: Pick<SessionRow, "title" | "id">): string {
  return printable(oneLine(title, titleChars)) || printable(id);
}

/** All that is known of a session. */
function sessionFacts(row: SessionRow, context: ItemContext): Fact[] {
  const { usageOf, nameOf, home, zone, now } = context;
  const usage = usageOf(row);
  const facts: Fact[] = [
    ["", titleOfRow(row)],
    ["id", row.id],
    ["project", tidyPath(nameOf(row), home)],
    ["git branch", row.gitBranch ?? ""],
    ["began", timeOf(row.from, zone)],
    ["ended", withAge(timeOf(row.to, zone), ageOf(row.to, now))],
    ["length", formatSpan(lengthOf(row)), true],
    ["messages", `${formatNumber(row.messages)} (${count(row.prompts, "prompt")})`, true],
    ["branches", formatNumber(row.branches), true],
    ["agents", formatNumber(row.agents), true],
    ["models", modelsOf(usage)],
    ["cost", formatCost(usage), true],
    ["size", formatBytes(row.bytes), true],
    ["continues", row.continues ?? ""],
  ];
  return safe(facts);
}

/** Facts that are known, safe for a terminal. */
export function safe(facts: readonly Fact[]): Fact[] {
  return facts.filter(([, text]) => text !== "").map(([label, text, isShort]) => [label, printable(text), isShort]);
}

/** The models, the one that wrote most first. */
function modelsOf({ models }: UsageTotals): string {
  return Object.entries(models)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .join(", ");
}

function lengthOf({ from, to }: SessionRow): number {
  return from === undefined || to === undefined ? 0 : to - from;
}

/** How long ago something was; empty if that is not known. */
export function ageOf(time: number | undefined, now: number): string {
  return time === undefined ? "" : formatAge(now - time);
}

/** A time with its age in brackets. */
export function withAge(time: string, age: string): string {
  if (time === "" || age === "") return time;
  return `${time} (${age === "now" ? age : `${age} ago`})`;
}

/** A time for a preview; empty if it is not known. */
export function timeOf(time: number | undefined, zone: Zone): string {
  return time === undefined ? "" : formatMinute(time, zone);
}

/** A path in one safe line, with `~` for the home folder. */
export function tidyPath(path: string, home: string): string {
  const isBelow = home !== "" && (path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`));
  return printable(isBelow ? `~${path.slice(home.length)}` : path);
}

function lastFolder(path: string): string {
  return path.split(/[/\\]/).findLast(Boolean) ?? path;
}

/** The usage of several sessions. */
export function usageOfRows(rows: readonly SessionRow[], { usageOf }: Pick<ItemContext, "usageOf">): UsageTotals {
  return sumUsage(rows.map(usageOf));
}
