import { type SessionColumnName, sessionColumns, type UsageTotals } from "@ccdag/ccast";
import { oneLine } from "@ccdag/mdast";
import { visibleLine } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import { cellOf, type CellStyle, headOf, type ListedRow, type SessionRow } from "@ccdag/library";
import type { Column, PickItem, Fact } from "./pick-list.ts";

/** What entries are made with. */
export interface ItemContext extends CellStyle {
  /** The home folder, which is written `~`; empty for none. */
  readonly home: string;
}

const titleChars = 200;

/** The most important column first. */
const shown = ["age", "cost", "branches", "agents", "length"] as const;

/** The columns of a list of sessions. */
export const columnsOfSessions: readonly Column[] = shown.map((name) => ({ head: headOf(name) }));

/** The same for sessions of several projects. */
export const mixedColumns: readonly Column[] = [
  columnsOfSessions[0]!,
  { head: headOf("project"), isText: true, max: 18 },
  ...columnsOfSessions.slice(1),
];

/**
 * The entries of sessions, the newest first.
 *
 * @param rows the sessions.
 * @param context how cells are written.
 * @param isMixed whether they are of several projects.
 */
export function sessionEntries(
  rows: readonly ListedRow[],
  context: ItemContext,
  isMixed: boolean,
): Array<PickItem<ListedRow>> {
  const sorted = rows.toSorted((a, b) => (b.to ?? 0) - (a.to ?? 0) || (a.path < b.path ? -1 : 1));
  return sorted.map((row) => {
    const project = tidyPath(row.project, context.home);
    const title = titleOfRow(row);
    const [age = "", ...others] = shown.map((name) => cellOf(row, name, context));
    return {
      value: row,
      title,
      cells: isMixed ? [age, lastFolder(project), ...others] : [age, ...others],
      searched: [title, project, row.id, visibleLine(row.gitBranch ?? "")].join("\n").toLowerCase(),
      facts: () => sessionFacts(row, context),
    };
  });
}

/** The title of a session in one line that is safe for a terminal; its id if it has none. */
export function titleOfRow({ title, id }: Pick<SessionRow, "title" | "id">): string {
  return visibleLine(oneLine(title, titleChars)) || visibleLine(id);
}

/** All that is known of a session. */
function sessionFacts(row: ListedRow, context: ItemContext): Fact[] {
  const fact = (name: SessionColumnName, isShort = false): Fact => [
    sessionColumns[name].head,
    cellOf(row, name, context),
    isShort,
  ];
  const [messages, words] = fact("messages");
  return safe([
    ["", titleOfRow(row)],
    ["id", row.id],
    ["project", tidyPath(row.project, context.home)],
    fact("gitBranch"),
    fact("from"),
    ["ended", withAge(cellOf(row, "to", context), cellOf(row, "age", context))],
    fact("length", true),
    [messages, `${words} (${count(row.prompts, "prompt")})`, true],
    fact("branches", true),
    fact("agents", true),
    ["models", modelsOf(row.usage)],
    fact("cost", true),
    fact("bytes", true),
    fact("continues"),
  ]);
}

/** Facts that are known, safe for a terminal. */
export function safe(facts: readonly Fact[]): Fact[] {
  return facts.filter(([, text]) => text !== "").map(([label, text, isShort]) => [label, visibleLine(text), isShort]);
}

/** The models, the one that wrote most first. */
function modelsOf({ models }: UsageTotals): string {
  return Object.entries(models)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .join(", ");
}

/** A time with its age in brackets. */
export function withAge(time: string, age: string): string {
  if (time === "" || age === "") return time;
  return `${time} (${age === "now" ? age : `${age} ago`})`;
}

/** A path in one safe line, with `~` for the home folder. */
export function tidyPath(path: string, home: string): string {
  const isBelow = home !== "" && (path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`));
  return visibleLine(isBelow ? `~${path.slice(home.length)}` : path);
}

function lastFolder(path: string): string {
  return path.split(/[/\\]/).findLast(Boolean) ?? path;
}
