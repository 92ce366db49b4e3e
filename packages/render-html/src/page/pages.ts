import type { Element, ElementContent, Root } from "hast";
import type { ToPageOptions } from "./page-options.ts";
import { element } from "../tree/element.ts";
import { type HastThread, toRoot } from "../tree/to-hast.ts";
import { relinked, written } from "../tree/write-html.ts";
import { divide, elementsOf } from "./divide-page.ts";
import { toPage } from "./page.ts";
import type { Stop } from "./stops.ts";
import { defaultWords, type Words } from "./words.ts";

/** Options of {@link toPages}. */
export interface PagesOptions extends ToPageOptions {
  /** How many bytes the content of a page may have. */
  readonly budget: number;
  /** The file name of a page by its number, from 1. Links use it. */
  readonly pageName: (page: number) => string;
}

/** The pages of one document. */
export interface Pages {
  /** Each page as HTML. */
  readonly texts: string[];
  /** The number of the page, from 1, of each anchor by name; empty for a single page. */
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Divide content into as many pages as it needs, and render them. A page begins where a turn begins; a long conversation
 * of an agent becomes a separate thread after the message that contained it. Links between pages lead to the right page.
 * The content of a page depends only on what comes before it: when a session grows, earlier pages keep their content.
 *
 * @param content made by `toHast` from a document with `sections`; it is changed.
 * @param options as for a page, with the budget and the file names.
 * @returns the pages in order, and the page of each anchor.
 */
export function toPages(content: Root, options: PagesOptions): Pages {
  if (options.budget === Number.POSITIVE_INFINITY) return { texts: [toPage(content, options)], places: new Map() };
  const threads = elementsOf(content).map((child) =>
    child.tagName === "section"
      ? { properties: child.properties, blocks: child.children.map((block) => ({ within: [], content: block })) }
      : { properties: { className: ["thread"] }, blocks: [{ within: [], content: child }] },
  );
  return threadsToPages(threads, options);
}

/** The same for threads whose blocks are converted one by one. */
export function threadsToPages(threads: Iterable<HastThread>, options: PagesOptions): Pages {
  const { stops = [], title = "ccdag", budget, pageName } = options;
  if (budget === Number.POSITIVE_INFINITY) return { texts: [toPage(toContent(threads), options)], places: new Map() };
  const pages = divide(threads, budget);
  if (pages.length < 2)
    return { texts: [toPage({ type: "root", children: pages.flat() }, options)], places: new Map() };
  const words = { ...defaultWords, ...options.words };
  const home = new Map<string, number>();
  for (const [at, sections] of pages.entries()) for (const id of idsIn(sections)) if (!home.has(id)) home.set(id, at);
  const addressOf = (name: string, page: number) => {
    const other = home.get(name) ?? page;
    return other === page ? undefined : `${pageName(other + 1)}#${name}`;
  };
  const texts = pages.map((content, at) => {
    // What is written is let go of.
    pages[at] = [];
    const sections = relink(content, (name) => addressOf(name, at));
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

/** All threads on one page. */
export function toContent(threads: Iterable<HastThread>): Root {
  return toRoot(threads, (block) => (block.type === "text" ? block : written(block)));
}

/** The ids on a page. Elements that contain blocks – threads, turns, runs – are nested a few levels deep. */
function* idsIn(nodes: readonly ElementContent[]): Generator<string> {
  for (const node of nodes)
    if (node.type === "written") yield* node.ids;
    else if (node.type === "element") {
      const { id } = node.properties;
      if (id !== undefined && id !== null) yield id;
      yield* idsIn(node.children);
    }
}

/** Change links to anchors on other pages so that they lead there. */
function relink(nodes: readonly ElementContent[], addressOf: (name: string) => string | undefined): ElementContent[] {
  return nodes.map((node) => {
    if (node.type === "written") return relinked(node, addressOf);
    if (node.type === "element") node.children = relink(node.children, addressOf);
    return node;
  });
}

/** The index of the last stop on this page or an earlier one. */
function lastStop(stops: readonly Stop[], home: ReadonlyMap<string, number>, page: number): number {
  return Math.max(
    0,
    stops.findLastIndex(({ name }) => (home.get(name) ?? page) <= page),
  );
}

/** How many stops of other pages the contents of a page hold, so that the contents do not grow with the document. */
const maxRemoteStops = 150;

/**
 * The stops for the contents of one page: its own, the threads that they belong to, and of other pages the nearest threads
 * and compactions, without prompts.
 *
 * @param lastIndex the index of the last stop on the page or before it.
 */
function stopsOn(stops: readonly Stop[], lastIndex: number, addressOf: (name: string) => string | undefined): Stop[] {
  const hrefs = stops.map(({ name }) => addressOf(name));
  const own = stops.flatMap((_, index) => (hrefs[index] === undefined ? [index] : []));
  // A page in the middle of a thread may have no stops; the last stop before it then marks its position.
  const [first = lastIndex, last = lastIndex] = [own[0], own.at(-1)];
  const shown = new Set(own);
  // The threads that these stops belong to, and the threads that contain those, are always shown.
  for (const index of own.length > 0 ? own : [lastIndex])
    for (let thread = stops[index]!.thread; thread >= 0 && !shown.has(thread); thread = stops[thread]!.thread)
      shown.add(thread);
  const remote = stops.flatMap(({ kind }, index) =>
    shown.has(index) || kind === "prompt" || kind === "mail" ? [] : [index],
  );
  const distance = (index: number) => (index < first ? first - index : index - last);
  for (const index of remote.sort((a, b) => distance(a) - distance(b)).slice(0, maxRemoteStops)) shown.add(index);
  const positions = new Map<number, number>();
  return [...shown]
    .sort((a, b) => a - b)
    .map((index, position) => {
      positions.set(index, position);
      const stop = stops[index]!;
      return { ...stop, thread: positions.get(stop.thread) ?? -1, href: hrefs[index] };
    });
}

/** The links to the previous and next page; they stand above and below the content. */
function renderPager(page: number, count: number, pageName: (page: number) => string, words: Words) {
  const toPageLink = (to: number, name: string, rel: string) =>
    to < 1 || to > count ? [] : [element("a", { href: pageName(to), rel: [rel] }, name)];
  return (position: "start" | "end"): Element =>
    element(
      "nav",
      { className: ["pager"], ariaLabel: words.pages[position] },
      ...toPageLink(page - 1, `← ${words.previous}`, "prev"),
      element("span", {}, `${page} ${words.of} ${count}`),
      ...toPageLink(page + 1, `${words.next} →`, "next"),
    );
}
