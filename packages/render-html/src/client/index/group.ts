import { localDay, startOfDay, writeTime } from "./local.ts";
import type { ShownSession } from "./read-rows.ts";

/** How sessions are grouped. */
export type Grouping = "day" | "project";

/** Labels of groups. */
export interface GroupLabels {
  /** The name of a project by its number. */
  readonly project: (number: string) => string;
  readonly noTime: string;
}

/** Deeper lists are not indented further. */
const maxDepth = 12;

/**
 * Group the sessions of an index: by the day of the last message, or by project with each session below the one that it continues.
 *
 * @param list the element that contains the groups.
 * @param rows the sessions, the newest first.
 */
export function groupRows(list: HTMLElement, rows: readonly ShownSession[], by: Grouping, labels: GroupLabels): void {
  const groups = new Map<string, HTMLElement>();
  const sections: HTMLElement[] = [];
  for (const { item } of rows) item.querySelector(":scope > ul")?.remove();
  // The first row of a group is its newest one, so groups come in order.
  for (const row of rows) {
    const day = row.to === undefined ? "" : localDay(row.to);
    const key = by === "day" ? day : row.project;
    let group = groups.get(key);
    if (group === undefined) {
      const [section, top] = makeGroup(by === "project" ? labels.project(key) : nameOfDay(day) || labels.noTime);
      sections.push(section);
      groups.set(key, (group = top));
    }
    writeTime(row, by === "day" ? day : "");
    if (by === "day" || row.above === undefined) group.append(row.item);
  }
  if (by === "project") nest(rows);
  list.dataset["by"] = by;
  list.replaceChildren(...sections);
}

/** Put each session below the one that it continues, the oldest first. */
function nest(rows: readonly ShownSession[]): void {
  for (const row of rows.toReversed()) {
    if (row.above === undefined) continue;
    let above = row.above;
    for (let depth = depthOf(above); depth >= maxDepth; depth--) above = above.above!;
    let inner = above.item.querySelector(":scope > ul");
    if (inner === null) above.item.append((inner = document.createElement("ul")));
    inner.append(row.item);
  }
}

function depthOf(row: ShownSession): number {
  let depth = 0;
  for (let at = row.above; at; at = at.above) depth++;
  return depth;
}

function makeGroup(name: string): [section: HTMLElement, top: HTMLElement] {
  const section = document.createElement("section");
  const heading = document.createElement("h2");
  const top = document.createElement("ul");
  heading.textContent = name;
  section.append(...(name === "" ? [top] : [heading, top]));
  return [section, top];
}

let format: Intl.DateTimeFormat | undefined;

function nameOfDay(day: string): string {
  if (day === "") return "";
  format ??= new Intl.DateTimeFormat(document.documentElement.lang || "en", {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
  });
  return format.format(startOfDay(day));
}
