import { groupBy } from "@ccdag/core";
import { formatNumber } from "@ccdag/mdast";
import { formatBytes, formatCost } from "../amounts.ts";
import { projectFolderOf } from "../archive/session-path.ts";
import type { SessionRow } from "../archive/session-row.ts";
import type { Column, PickItem, Fact } from "./pick-list.ts";
import {
  ageOf,
  type ItemContext,
  safe,
  tidyPath,
  timeOf,
  titleOfRow,
  usageOfRows,
  withAge,
} from "./session-entries.ts";

/** A project, or all of them. */
export interface PickedProject {
  /** Its name as shown. */
  readonly name: string;
  readonly rows: readonly SessionRow[];
  /** Whether these are the sessions of all projects. */
  readonly isAll: boolean;
}

/** The most important column first. */
export const projectColumns: readonly Column[] = [{ head: "LAST" }, { head: "SESSIONS" }, { head: "COST" }];

/** How many sessions of a project are named in the preview. */
const maxNamed = 12;

/**
 * The entries of projects: that of the current folder, then all of them, then the others, the one used last first.
 *
 * @param rows the sessions of all projects.
 * @param context names and prices.
 * @param current the folder of the current project, relative to its root; absent if there is none.
 */
export function projectEntries(
  rows: readonly SessionRow[],
  context: ItemContext,
  current: string | undefined,
): Array<PickItem<PickedProject>> {
  const byFolder = groupBy(rows, ({ path }) => projectFolderOf(path));
  const own = current === undefined ? undefined : byFolder.get(current);
  const others = [...byFolder.values()].filter((one) => one !== own).toSorted((a, b) => last(b) - last(a));
  const all = toEntry({ name: "All projects", rows, isAll: true }, `${byFolder.size} projects`, context);
  const toProject = (of: readonly SessionRow[]): PickItem<PickedProject> => {
    const name = tidyPath(context.nameOf(of[0]!), context.home);
    return toEntry({ name, rows: of, isAll: false }, name, context);
  };
  return [...(own === undefined ? [] : [toProject(own)]), all, ...others.map(toProject)];
}

function toEntry(project: PickedProject, described: string, context: ItemContext): PickItem<PickedProject> {
  const { name, rows, isAll } = project;
  const usage = usageOfRows(rows, context);
  return {
    value: project,
    title: name,
    isPath: !isAll,
    cells: [ageOf(last(rows) || undefined, context.now), formatNumber(rows.length), formatCost(usage)],
    searched: name.toLowerCase(),
    facts: () => projectFacts(project, described, formatCost(usage), context),
  };
}

function projectFacts({ name, rows, isAll }: PickedProject, described: string, cost: string, context: ItemContext) {
  const { zone, now } = context;
  const sum = (value: (row: SessionRow) => number) => rows.reduce((total, row) => total + value(row), 0);
  const to = last(rows) || undefined;
  const newest = rows.toSorted((a, b) => (b.to ?? 0) - (a.to ?? 0)).slice(0, maxNamed);
  const facts: Fact[] = [
    ["", name],
    ["of", isAll ? described : ""],
    ["sessions", formatNumber(rows.length), true],
    ["first", timeOf(first(rows), zone)],
    ["last", withAge(timeOf(to, zone), ageOf(to, now))],
    ["messages", formatNumber(sum(({ messages }) => messages)), true],
    ["agents", formatNumber(sum(({ agents }) => agents)), true],
    ["cost", cost, true],
    ["size", formatBytes(sum(({ bytes }) => bytes)), true],
    ["", "Newest sessions"],
    ...newest.map((row): Fact => [ageOf(row.to, now) || "-", titleOfRow(row)]),
  ];
  return safe(facts);
}

function last(rows: readonly SessionRow[]): number {
  return rows.reduce((latest, { to = 0 }) => Math.max(latest, to), 0);
}

function first(rows: readonly SessionRow[]): number | undefined {
  const earliest = rows.reduce((least, { from = Infinity }) => Math.min(least, from), Infinity);
  return earliest === Infinity ? undefined : earliest;
}
