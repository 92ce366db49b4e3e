import type { Element, Root } from "hast";
import { pageScript, pageScriptHash } from "../generated.ts";
import { element } from "../tree/element.ts";
import { tellContents } from "./contents.ts";
import { tellControls } from "./controls.ts";
import { frameOf } from "./frame.ts";
import { tellMap } from "./map.ts";
import type { Stop } from "./stops.ts";
import { tellStrip } from "./strip.ts";
import { defaultWords, type Words } from "./words.ts";

/** Options of {@link toPage}. */
export interface PageOptions {
  /** The title of the page (default: `ccdag`). */
  title?: string | undefined;
  /** The language of the page's own words (default: `en`). */
  lang?: string | undefined;
  /** Places of the page, for its contents, its map and its strip of times (default: none, and there are none). */
  stops?: readonly Stop[] | undefined;
  /** Words of the page, as far as they are not to be English. */
  words?: Partial<Words> | undefined;
  /** Whether files beside the page may be shown in it, such as its images (default: `false`, only what is in it). */
  hasFiles?: boolean | undefined;
  /** Which of how many pages it is (default: the only one). */
  part?: readonly [page: number, count: number] | undefined;
  /** The address of the page that this one is listed on (default: none). */
  index?: string | undefined;
}

/**
 * Put content into a page of its own. The page needs nothing from anywhere, and is complete without its script.
 *
 * @param content what stands in the page.
 * @param options title, language, places.
 */
export function toPage(content: Root, options: PageOptions = {}): string {
  const { title = "ccdag", lang, stops = [], hasFiles, part } = options;
  const words = { ...defaultWords, ...options.words };
  const { path, all, copy, copied, none, of, local, zoom, close } = words;
  const index = options.index === undefined ? [] : [element("a", { href: options.index }, words.sessions)];
  const strip = tellStrip(stops);
  const children = [
    element("a", { className: ["skip"], href: "#content" }, words.skip),
    element("header", { className: ["bar"] }, ...index, element("p", {}, title), tellControls(words).search),
    ...(strip ? [element("aside", { ariaLabel: words.when }, strip)] : []),
    columns(content, stops, words),
    tellControls(words).help,
  ];
  return frameOf(children, {
    title,
    lang,
    script: pageScript,
    scriptHash: pageScriptHash,
    hasFiles,
    mark: part && `ccdag part=${part[0]} of=${part[1]}`,
    data: { path, all, copy, copied, none, of, local, zoom, close },
  });
}

/** Contents, conversation, map. */
function columns(content: Root, stops: readonly Stop[], words: Words): Element {
  const main = element("main", { id: "content" }, ...(content.children as Element[]));
  if (stops.length === 0) return main;
  const summary = element("summary", {}, words.contents);
  const fold = element("details", { open: true }, summary, tellControls(words).filters, tellContents(stops, words));
  const side = element("aside", { className: ["side"], ariaLabel: words.side }, fold);
  const map = tellMap(stops);
  return element("div", { className: ["page"] }, side, main, ...(map ? [map] : []));
}
