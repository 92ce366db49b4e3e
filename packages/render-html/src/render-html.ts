import type { Root } from "@ccdag/ccast";
import { collectAssets, type MdastExtension, type FileAsset, type MdastOptions } from "@ccdag/mdast";
import { writeHtml } from "./tree/write-html.ts";
import type { PluggableList, Plugin } from "unified";
import type { VFile } from "vfile";
import { threadsToPages, toContent } from "./page/pages.ts";
import type { ServedWords } from "./page/served-words.ts";
import type { Words } from "./page/words.ts";
import { sharedAssets } from "./page/shared-assets.ts";
import { renderContent } from "./render-content.ts";
import { createRehype } from "./tree/create-rehype.ts";
import { colourLater } from "./tree/colour.ts";
import { type HastOptions, toThreads } from "./tree/to-hast.ts";

declare module "vfile" {
  interface DataMap {
    /** All parts of an output that was divided; not set for a single document. */
    parts: readonly string[];
    /** The number of the page, from 1, of each anchor by name; empty for a single page. */
    places: ReadonlyMap<string, number>;
    /** Files that belong to the document, such as its images. */
    assets: readonly FileAsset[];
  }
}

declare module "unified" {
  interface Data {
    /** Extensions of `toMdast`, for all renderers of text. */
    ccdagToMdastExtensions?: MdastExtension[] | undefined;
  }
}

/** Options of the HTML renderer. */
export interface RenderHtmlOptions extends MdastOptions, Omit<HastOptions, "changes" | "transform"> {
  /**
   * rehype plugins that work on the HTML of each text of a message, before it is written (default: none). They must be
   * synchronous, and each text is a tree of its own. Elements and texts of what they make are written, and are not made safe.
   */
  rehypePlugins?: PluggableList | undefined;
  /** Whether to render only the content, for use in another page (default: `false`, a whole page). */
  fragment?: boolean | undefined;
  /** The title of the page (default: the title of the first session, or else its first words). */
  title?: string | undefined;
  /** The language of the labels, for `<html lang>` (default: `en`). */
  lang?: string | undefined;
  /** Labels that replace the English ones. */
  words?: Partial<Words & ServedWords> | undefined;
  /**
   * How many bytes the content of a page may have (default: no limit). Longer content is divided into several pages: the
   * result is the first, and `file.data.parts` holds all. Outputs and images that would take much of a page become files.
   */
  budget?: number | undefined;
  /** The address of the index page, for a link to it (default: no link). */
  index?: string | undefined;
  /** The address of server-sent events that say how the page changes; it then updates itself (default: a static page). */
  live?: string | undefined;
  /**
   * Whether script and style are files beside the pages, which share them (default: `false`, both are in each page). A page that is
   * moved is then without them, but has all of its content.
   */
  sharedFiles?: boolean | undefined;
  /** The file name of a page by its number, from 1 (default: `page.html`, `page.part2.html`). Links use it. */
  pageName?: ((page: number) => string) | undefined;
  /**
   * The folder of files that belong to the page, relative to the page, with `/` at the end (default: `attachments/`). The
   * plugin writes no files: they are in `file.data.assets`.
   */
  assetFolder?: string | undefined;
}

/**
 * unified plugin: compile ccast to a safe HTML page, or to a fragment. Options of the plugin override those in the
 * `settings` of the processor, where presets put them.
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
      math,
      draw,
      commands,
      memory,
      rehypePlugins = [],
      index,
      live,
      sharedFiles,
      budget = Number.POSITIVE_INFINITY,
      pageName = (page) => (page === 1 ? "page.html" : `page.part${page}.html`),
      assetFolder = "attachments/",
      ...rest
    }: RenderHtmlOptions = { ...(data.settings as RenderHtmlOptions | undefined), ...options };
    const extensions = [...(data.ccdagToMdastExtensions ?? []), ...(rest.extensions ?? [])];
    const assets = collectAssets(assetFolder);
    const given = { asset: assets.asset, ...rest, ...fitToBudget(rest, budget), extensions };
    const { document, stops, title, changes } = renderContent(tree as Root, given);
    // The script of a page has the fast highlighter: each token that is written here would be an element of the page.
    const coloursLater = highlight === undefined && !fragment;
    const colours = coloursLater ? colourLater : highlight;
    const transform = rehypePlugins.length === 0 ? undefined : createRehype(rehypePlugins, file);
    const converting = {
      changes,
      highlight: colours,
      math,
      draw,
      commands,
      memory,
      transform,
      words,
      report: rest.report,
    };
    const threads = toThreads(document, converting);
    const hasFiles = assets.files().length > 0;
    const shared = sharedFiles ? sharedAssets(assetFolder) : undefined;
    if (hasFiles || shared) file.data.assets = [...assets.files(), ...(shared?.assets ?? [])];
    if (fragment) return writeHtml(toContent(threads));
    const about = { title: ownTitle ?? title, lang, words, index, live, shared, stops, hasFiles, coloursLater };
    const pages = threadsToPages(threads, { ...about, budget, pageName });
    if (pages.texts.length > 1) file.data.parts = pages.texts;
    file.data.places = pages.places;
    return pages.texts[0]!;
  };
};

export default ccdagRenderHtml;

/** With a budget, outputs and images that would take much of a page become files beside it. */
function fitToBudget({ limit, outputs }: RenderHtmlOptions, budget: number): Partial<RenderHtmlOptions> {
  return budget === Number.POSITIVE_INFINITY ? {} : { limit, outputs: outputs ?? "files", embedLimit: budget / 8 };
}
