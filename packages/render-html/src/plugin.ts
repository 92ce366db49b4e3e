import type { Root } from "@ccdag/ccast";
import { collectAssets, type MdastExtension, type FileAsset, type MdastOptions as MdastOptions } from "@ccdag/mdast";
import { toHtml } from "hast-util-to-html";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { toPages } from "./page/pages.ts";
import type { Words } from "./page/words.ts";
import { renderContent } from "./render-content.ts";
import type { HastOptions } from "./tree/to-hast.ts";

declare module "vfile" {
  interface DataMap {
    /** What was told, in several documents; where it is one, nothing. */
    parts: readonly string[];
    /** On which of several pages each anchor is, by its name, counted from 1. */
    places: ReadonlyMap<string, number>;
    /** Files that belong to the document, such as its images. */
    assets: readonly FileAsset[];
  }
}

declare module "unified" {
  interface Data {
    /** Extensions of the telling wing, for Markdown and HTML alike. */
    ccdagToMdastExtensions?: MdastExtension[] | undefined;
  }
}

/** Options of the HTML renderer. */
export interface RenderHtmlOptions extends MdastOptions, HastOptions {
  /** Only the content, to be put into a page (default: a whole page). */
  fragment?: boolean | undefined;
  /** The title of the page (default: that of the first session, else its first words). */
  title?: string | undefined;
  /** The language of the page's own words (default: `en`). */
  lang?: string | undefined;
  /** Words of the page around the document, as far as they are not to be English. */
  words?: Partial<Words> | undefined;
  /**
   * How many bytes the content of a page may have; what is longer is several pages, in `file.data.parts`, the result is
   * the first (default: without end). Outputs and texts that would not fit are files, where there may be some.
   */
  budget?: number | undefined;
  /** The address of the page that this one is listed on (default: none). */
  index?: string | undefined;
  /** Where a server tells which pages have changed, as server-sent events (default: nowhere). */
  live?: string | undefined;
  /** What a page is called in addresses, by its number from 1 (default: `page.html`, `page.part2.html`). */
  pageName?: ((page: number) => string) | undefined;
  /**
   * Where files are that belong to the page, relative to it, with `/` at the end (default: `attachments/`). They are left
   * in `file.data.assets`.
   */
  assetFolder?: string | undefined;
}

/**
 * unified plugin: compile ccast to one safe HTML page, or to a fragment. Options may also stand in the `settings` of the
 * processor, as presets have them.
 */
const ccdagRenderHtml: Plugin<[(RenderHtmlOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const {
      fragment,
      title: ownTitle,
      lang,
      words,
      highlight,
      memory,
      index,
      live,
      budget = Number.POSITIVE_INFINITY,
      pageName = (page) => (page === 1 ? "page.html" : `page.part${page}.html`),
      assetFolder = "attachments/",
      ...rest
    }: RenderHtmlOptions = { ...(data.settings as RenderHtmlOptions | undefined), ...options };
    const extensions = [...(data.ccdagToMdastExtensions ?? []), ...(rest.extensions ?? [])];
    const assets = collectAssets(assetFolder);
    const given = { asset: assets.asset, ...rest, ...fitting(rest, budget), extensions, highlight, memory, words };
    const { content, stops, title } = renderContent(tree as Root, given);
    const hasFiles = assets.files().length > 0;
    if (hasFiles) file.data.assets = assets.files();
    if (fragment) return toHtml(content);
    const about = { title: ownTitle ?? title, lang, words, index, live, stops, hasFiles };
    const pages = toPages(content, { ...about, budget, pageName });
    if (pages.texts.length > 1) file.data.parts = pages.texts;
    file.data.places = pages.places;
    return pages.texts[0]!;
  };
};

export default ccdagRenderHtml;

/** What would take much of a page is a file beside it. */
function fitting({ limit, outputs }: RenderHtmlOptions, budget: number): Partial<RenderHtmlOptions> {
  return budget === Number.POSITIVE_INFINITY ? {} : { limit, outputs: outputs ?? "files", embedLimit: budget / 8 };
}
