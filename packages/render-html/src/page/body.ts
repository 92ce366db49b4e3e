import type { Element, Root } from "hast";
import type { ToPageOptions } from "./page-options.ts";
import { element } from "../tree/element.ts";
import { contentWords } from "./content-words.ts";
import { renderContents } from "./contents.ts";
import { renderControls } from "./render-controls.ts";
import { renderMap } from "./map.ts";
import type { Stop } from "./stops.ts";
import { renderPlayBar } from "./play-bar.ts";
import { renderStrip } from "./strip.ts";
import { defaultWords, type Words } from "./words.ts";

interface BodyOptions extends ToPageOptions {
  /** Whether the body is mounted in another page, which has its own `main` and header (default: `false`). */
  isPart?: boolean;
}

/** The labels that the script needs, in the order of the attributes. */
const scriptWords = [
  "turn",
  "path",
  "only",
  "agentOnly",
  "agentPath",
  "all",
  "copy",
  "copied",
  "none",
  "of",
  "local",
  "zoom",
  "close",
  "elsewhere",
  "lost",
  "gone",
  "notPrinted",
] as const;

/**
 * The body of a page: bar, timeline strip, contents, conversation and map.
 *
 * @param content the content, as `toHast` returns it.
 * @param options title, stops and labels.
 * @param help what keys do besides (default: nothing).
 * @returns its elements, and the labels that the script needs, for `data-` attributes of the root.
 */
export function toBody(
  content: Root,
  options: BodyOptions,
  help: Words["help"] = [],
): { children: Element[]; data: Record<string, string> } {
  const { title = "ccdag", stops = [] } = options;
  const words = { ...defaultWords, ...options.words };
  const index = options.index === undefined ? [] : [element("a", { href: options.index }, words.sessions)];
  const { search, filters, help: keys } = renderControls(words, help);
  // The script names the turn that the reader is in.
  const turn = stops.length === 0 ? [] : [element("a", { className: ["at"], hidden: true })];
  const inBar = [...index, element("p", {}, title), ...turn, search];
  const strip = renderStrip(stops, words);
  const main = element(options.isPart ? "div" : "main", { id: "content", className: ["main"] });
  main.children = content.children as Element[];
  const children = [
    ...(options.isPart ? [] : [element("a", { className: ["skip"], href: "#content" }, words.skip)]),
    element(options.isPart ? "div" : "header", { className: ["bar"] }, ...inBar),
    ...(strip ? [element("aside", { ariaLabel: words.when }, strip)] : []),
    columns(main, stops, filters, words),
    keys,
    renderPlayBar(words, title),
  ];
  const data = Object.fromEntries(scriptWords.map((name) => [name, words[name]]));
  return { children, data: { ...data, ...contentWords(words) } };
}

/** Contents, conversation, map. */
function columns(main: Element, stops: readonly Stop[], filters: Element, words: Words): Element {
  if (stops.length === 0) return main;
  const summary = element("summary", {}, words.contents);
  const section = element("details", { open: true }, summary, filters, renderContents(stops, words));
  const side = element("aside", { className: ["side"], ariaLabel: words.side }, section);
  const map = renderMap(stops);
  return element("div", { className: ["page"] }, side, main, ...(map ? [map] : []));
}
