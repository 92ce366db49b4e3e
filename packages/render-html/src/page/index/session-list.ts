import type { Element } from "hast";
import { element } from "../../tree/element.ts";
import type { ServedWords } from "../served-words.ts";
import type { Words } from "../words.ts";
import { formatDay } from "./days.ts";
import type { SessionList } from "./listed.ts";
import { renderRow } from "./session-row.ts";

/**
 * Render the sessions of an index by day, the newest first; if no session has a time, by project.
 *
 * @param list the sessions.
 * @param words the labels.
 * @param lang the language of the names of days.
 */
export function renderList(list: SessionList, words: Words & ServedWords, lang: string): Element {
  const isByDay = list.sessions.some(({ day }) => day !== "");
  const numbers = new Map(list.sessions.map((listed, index) => [listed, index]));
  const groups = new Map<string, Element[]>();
  for (const listed of list.sessions) {
    const title = isByDay ? listed.day : list.projects[listed.project]!.title;
    const rows = groups.get(title) ?? [];
    groups.set(title, rows);
    rows.push(renderRow(listed, { ...list, words, numbers }));
  }
  const headingOf = (title: string) => {
    if (!isByDay) return title;
    return title === "" ? words.noTime : formatDay(title, lang);
  };
  const sections = [...groups].map(([title, rows]) => renderGroup(headingOf(title), rows));
  return element("div", { className: ["list"], dataBy: isByDay ? "day" : "project" }, sections);
}

function renderGroup(heading: string, rows: Element[]): Element {
  const top = heading === "" ? [] : [element("h2", {}, heading)];
  return element("section", {}, ...top, element("ul", {}, rows));
}
