import type { Element, Root } from "hast";
import { element } from "../tree/element.ts";
import { divide } from "./divide.ts";
import { type ToPageOptions, toPage } from "./page.ts";
import type { Stop } from "./stops.ts";
import { defaultWords, type Words } from "./words.ts";

/** Options of {@link toPages}. */
export interface PagesOptions extends ToPageOptions {
  /** How many bytes the content of a page may have. */
  readonly budget: number;
  /** What a page is called in addresses, by its number from 1. */
  readonly pageName: (page: number) => string;
}

/** Pages of one document. */
export interface Pages {
  readonly texts: string[];
  /** Where each anchor is, by its name; of a document that is one page, nothing. */
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Put content into as many pages as it needs. It is divided where a turn begins; a conversation of an agent that is too
 * long for the message that it stands in becomes a line of its own. Links from page to page lead there. What stands on a
 * page depends on what comes before it only: when a session grows, what is written stays where it is (R007).
 *
 * @param content made by `toHast` of a document with `sections`; it is taken apart.
 * @param options as for a page, and how long one may be.
 * @returns each page whole, the first one first; and on which of them, counted from 1, each anchor is.
 */
export function toPages(content: Root, options: PagesOptions): Pages {
  const { stops = [], title = "ccdag", budget, pageName } = options;
  if (budget === Number.POSITIVE_INFINITY) return { texts: [toPage(content, options)], places: new Map() };
  const pages = divide(content, budget);
  if (pages.length < 2)
    return { texts: [toPage({ type: "root", children: pages.flat() }, options)], places: new Map() };
  const words = { ...defaultWords, ...options.words };
  const home = new Map<string, number>();
  for (const [at, sections] of pages.entries()) for (const id of idsIn(sections)) if (!home.has(id)) home.set(id, at);
  const addressOf = (name: string, page: number) => {
    const other = home.get(name) ?? page;
    return other === page ? undefined : `${pageName(other + 1)}#${name}`;
  };
  const texts = pages.map((sections, at) => {
    link(sections, (name) => addressOf(name, at));
    const pager = renderPager(at + 1, pages.length, pageName, words);
    return toPage(
      { type: "root", children: [pager("start"), ...sections, pager("end")] },
      {
        ...options,
        title: `${title} (${at + 1} ${words.of} ${pages.length})`,
        part: [at + 1, pages.length],
        stops: stopsOn(stops, lastStop(stops, home, at), (name) => addressOf(name, at)),
      },
    );
  });
  return { texts, places: new Map([...home].map(([name, at]) => [name, at + 1])) };
}

function* elementsIn(sections: readonly Element[]): Generator<Element> {
  const stack = [...sections].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]!;
      if (child.type === "element") stack.push(child);
    }
  }
}

function idsIn(sections: readonly Element[]): string[] {
  return [...elementsIn(sections)].flatMap(({ properties: { id } }) => (id === undefined || id === null ? [] : [id]));
}

/** What leads to another page, leads there. */
function link(sections: readonly Element[], addressOf: (name: string) => string | undefined): void {
  for (const { properties } of elementsIn(sections)) {
    const { href } = properties;
    if (typeof href === "string" && href.startsWith("#")) properties["href"] = addressOf(href.slice(1)) ?? href;
  }
}

/** The last place on this page or before it. */
function lastStop(stops: readonly Stop[], home: ReadonlyMap<string, number>, page: number): number {
  return Math.max(
    0,
    stops.findLastIndex(({ name }) => (home.get(name) ?? page) <= page),
  );
}

/** So many lines of other pages are in the contents of one: with all of them each page would be as long as all. */
const mostAway = 150;

/** Of other pages the lines and compactions are in the contents, those first that are near; prompts are not. */
function stopsOn(stops: readonly Stop[], near: number, addressOf: (name: string) => string | undefined): Stop[] {
  const hrefs = stops.map(({ name }) => addressOf(name));
  const own = stops.flatMap((_, index) => (hrefs[index] === undefined ? [index] : []));
  // A page in the middle of a line has no places of its own: it is where the line is.
  const [first = near, last = near] = [own[0], own.at(-1)];
  const shown = new Set(own);
  // The lines that this page's lines leave from are always there.
  for (const index of own.length > 0 ? own : [near])
    for (let line = stops[index]!.line; line >= 0 && !shown.has(line); line = stops[line]!.line) shown.add(line);
  const away = stops.flatMap(({ kind }, index) =>
    shown.has(index) || kind === "prompt" || kind === "mail" ? [] : [index],
  );
  const far = (index: number) => (index < first ? first - index : index - last);
  for (const index of away.sort((a, b) => far(a) - far(b)).slice(0, mostAway)) shown.add(index);
  const at = new Map<number, number>();
  return [...shown]
    .sort((a, b) => a - b)
    .map((index, place) => {
      at.set(index, place);
      const stop = stops[index]!;
      return { ...stop, line: at.get(stop.line) ?? -1, href: hrefs[index] };
    });
}

/** The way to the pages before and after; it stands above and below. */
function renderPager(page: number, count: number, pageName: (page: number) => string, words: Words) {
  const way = (to: number, name: string, rel: string) =>
    to < 1 || to > count ? [] : [element("a", { href: pageName(to), rel: [rel] }, name)];
  return (place: "start" | "end"): Element =>
    element(
      "nav",
      { className: ["pager"], ariaLabel: words.pages[place] },
      ...way(page - 1, `← ${words.previous}`, "prev"),
      element("span", {}, `${page} ${words.of} ${count}`),
      ...way(page + 1, `${words.next} →`, "next"),
    );
}
