import type { Element, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { pageScript, pageScriptHash, pageStyle, pageStyleHash } from "../generated.ts";
import { element } from "../tree/element.ts";
import { tellContents } from "./contents.ts";
import { tellControls } from "./controls.ts";
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
  /** Where the page belongs to others: what stands above its contents, such as a way to the index (default: nothing). */
  ways?: readonly Element[] | undefined;
}

/**
 * Put content into a page of its own. The page needs nothing from anywhere, and is complete without its script.
 *
 * @param content what stands in the page.
 * @param options title, language, places.
 */
export function toPage(content: Root, options: PageOptions = {}): string {
  const { title = "ccdag", lang = "en", stops = [], hasFiles = false } = options;
  const policy = [
    "default-src 'none'",
    `script-src '${pageScriptHash}'`,
    `style-src '${pageStyleHash}'`,
    `img-src data:${hasFiles ? " 'self' file:" : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="referrer" content="no-referrer">`,
    `<meta name="generator" content="ccdag">`,
    `<title>${toHtml({ type: "text", value: title })}</title>`,
    `<style>${pageStyle}</style>`,
  ].join("\n");
  const words = { ...defaultWords, ...options.words };
  const body = [
    ...above(title, stops, words),
    frame(content, stops, words, options.ways ?? []),
    tellControls(words).help,
  ];
  return `<!doctype html>\n<html lang="${lang}">\n<head>\n${head}\n</head>\n${toHtml(bodyOf(body, words)).replace(/<\/body>$/, "")}\n<script>${pageScript}</script>\n</body>\n</html>\n`;
}

function bodyOf(children: Element[], { path, all, copy, copied, none, of, local, zoom, close }: Words): Element {
  const words = { path, all, copy, copied, none, of, local, zoom, close };
  const data = Object.entries(words).map(([name, word]) => [`data${name[0]!.toUpperCase()}${name.slice(1)}`, word]);
  return element("body", Object.fromEntries(data) as Record<string, string>, ...children);
}

function above(title: string, stops: readonly Stop[], words: Words): Element[] {
  const skip = element("a", { className: ["skip"], href: "#content" }, words.skip);
  const bar = element("header", { className: ["bar"] }, element("p", {}, title), tellControls(words).search);
  const strip = tellStrip(stops);
  return [skip, bar, ...(strip ? [element("aside", { ariaLabel: words.when }, strip)] : [])];
}

function frame(content: Root, stops: readonly Stop[], words: Words, ways: readonly Element[]): Element {
  const main = element("main", { id: "content" }, ...(content.children as Element[]));
  if (stops.length === 0 && ways.length === 0) return main;
  const contents = stops.length === 0 ? [] : [tellContents(stops, words)];
  const summary = element("summary", {}, words.contents);
  const fold = element("details", { open: true }, summary, ...ways, tellControls(words).filters, ...contents);
  const map = tellMap(stops);
  return element(
    "div",
    { className: ["page"] },
    element("aside", { className: ["side"], ariaLabel: words.side }, fold),
    main,
    ...(map ? [map] : []),
  );
}
