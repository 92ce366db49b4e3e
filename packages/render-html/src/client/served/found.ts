import { toLocal } from "../times.ts";

/** A session of the list of the server. */
export interface ListedHere {
  readonly title: string;
  /** Relative to the address of the server. */
  readonly href: string;
  readonly project: string;
  readonly to: number;
  readonly isRunning?: boolean;
}

/** A session in which the server found texts. */
export interface FoundHere {
  readonly project: string;
  readonly page: string;
  readonly title: string;
  readonly count: number;
  readonly texts: ReadonlyArray<{
    readonly entry: string;
    readonly speaker: string;
    readonly time?: number;
    readonly before: string;
    readonly match: string;
    readonly after: string;
  }>;
}

/** An option that leads to a session. */
export function sessionOption({ title, href, project, to }: ListedHere): HTMLElement {
  const option = makeOption(`/${href}`);
  const said = document.createElement("span");
  said.className = "said";
  said.append(" ", project, ...(to > 0 ? [" · ", timeElement(to)] : []));
  option.append(title, said);
  return option;
}

/** The texts of a session as a group of options, each of which leads to its place. */
export function textGroup({ project, page, title, texts, count }: FoundHere): HTMLElement {
  const rest = count > texts.length ? ` +${count - texts.length}` : "";
  const group = makeGroup(`${title}${rest}`);
  for (const { entry, speaker, time, before, match, after } of texts) {
    const option = makeOption(["", project, "at", page, entry].map(encodeURIComponent).join("/"));
    const said = document.createElement("span");
    said.className = "said";
    said.append(speaker, ...(time === undefined ? [] : [" ", timeElement(time)]), ": ");
    const mark = document.createElement("mark");
    mark.textContent = match;
    option.append(said, before, mark, after);
    group.append(option);
  }
  return group;
}

let groups = 0;

/** A group with a name. */
export function makeGroup(name: string): HTMLElement {
  const group = document.createElement("div");
  const heading = document.createElement("p");
  heading.id = `palette-group-${groups++}`;
  heading.textContent = name;
  group.setAttribute("role", "group");
  group.setAttribute("aria-labelledby", heading.id);
  group.append(heading);
  return group;
}

function makeOption(href: string): HTMLAnchorElement {
  const option = document.createElement("a");
  option.setAttribute("role", "option");
  // Arrows go from one to the next; Tab leaves the list.
  option.tabIndex = -1;
  option.href = href;
  return option;
}

function timeElement(time: number): HTMLElement {
  const element = document.createElement("time");
  const iso = new Date(time).toISOString();
  element.setAttribute("datetime", iso);
  element.textContent = iso.slice(0, 16).replace("T", " ");
  toLocal(element);
  return element;
}
