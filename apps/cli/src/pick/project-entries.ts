import { joinSessions, type SessionSummary } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import { formatNumber } from "@ccdag/mdast";
import { cellOf, headOf, type ListedRow, projectFolderOf } from "@ccdag/library";
import type { Column, PickItem, Fact } from "./pick-list.ts";
import { type ItemContext, safe, tidyPath, titleOfRow, withAge } from "./session-entries.ts";

/** A project, or all of them. */
export interface PickedProject {
  /** Its name as shown. */
  readonly name: string;
  readonly rows: readonly ListedRow[];
  /** Whether these are the sessions of all projects. */
  readonly isAll: boolean;
}

/** The most important column first. */
const shown = ["age", "sessions", "cost"] as const;

/** The columns of a list of projects. */
export const columnsOfProjects: readonly Column[] = shown.map((name) => ({ head: headOf(name) }));

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
  rows: readonly ListedRow[],
  context: ItemContext,
  current: string | undefined,
): Array<PickItem<PickedProject>> {
  const byFolder = groupBy(rows, ({ projectKey }) => projectKey);
  const own = [...byFolder.values()].find((of) => of.some(({ path }) => projectFolderOf(path) === current));
  const others = [...byFolder.values()].filter((one) => one !== own).toSorted((a, b) => last(b) - last(a));
  const all = toEntry({ name: "All projects", rows, isAll: true }, `${byFolder.size} projects`, context);
  const toProject = (of: readonly ListedRow[]): PickItem<PickedProject> => {
    const name = tidyPath(of[0]!.project, context.home);
    return toEntry({ name, rows: of, isAll: false }, name, context);
  };
  return [...(own === undefined ? [] : [toProject(own)]), all, ...others.map(toProject)];
}

function toEntry(project: PickedProject, described: string, context: ItemContext): PickItem<PickedProject> {
  const { name, rows, isAll } = project;
  const together = joinSessions(rows);
  return {
    value: project,
    title: name,
    isPath: !isAll,
    cells: shown.map((column) => cellOf(together, column, context)),
    searched: name.toLowerCase(),
    facts: () => projectFacts(project, together, described, context),
  };
}

function projectFacts(
  { name, rows, isAll }: PickedProject,
  together: SessionSummary,
  described: string,
  context: ItemContext,
): Fact[] {
  const newest = rows.toSorted((a, b) => (b.to ?? 0) - (a.to ?? 0)).slice(0, maxNamed);
  return safe([
    ["", name],
    ["of", isAll ? described : ""],
    ["sessions", formatNumber(rows.length), true],
    ["first", cellOf(together, "from", context)],
    ["last", withAge(cellOf(together, "to", context), cellOf(together, "age", context))],
    ["messages", cellOf(together, "messages", context), true],
    ["agents", cellOf(together, "agents", context), true],
    ["cost", cellOf(together, "cost", context), true],
    ["size", cellOf(together, "bytes", context), true],
    ["", "Newest sessions"],
    ...newest.map((row): Fact => [cellOf(row, "age", context) || "-", titleOfRow(row)]),
  ]);
}

function last(rows: readonly ListedRow[]): number {
  return rows.reduce((latest, { to = 0 }) => Math.max(latest, to), 0);
}
