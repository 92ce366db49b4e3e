import { type Root, type Session, uuidsOf, walk } from "@ccdag/ccast";
import {
  collectAssets,
  type Extension,
  type FileAsset,
  type Options as MdastOptions,
  preview,
  shortId,
  toMdast,
} from "@ccdag/mdast";
import { toHtml } from "hast-util-to-html";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { toPage } from "./page/page.ts";
import { stopsOf } from "./page/stops.ts";
import type { Words } from "./page/words.ts";
import { type HastOptions, toHast } from "./tree/to-hast.ts";

declare module "vfile" {
  interface DataMap {
    /** Files that belong to the document, such as its images. */
    assets: readonly FileAsset[];
  }
}

declare module "unified" {
  interface Data {
    /** Extensions of the telling wing, for Markdown and HTML alike. */
    ccdagToMdastExtensions?: Extension[] | undefined;
  }
}

/** Options of the HTML renderer. */
export interface Options extends MdastOptions, HastOptions {
  /** Only the content, to be put into a page (default: a whole page). */
  fragment?: boolean | undefined;
  /** The title of the page (default: that of the first session, else its first words). */
  title?: string | undefined;
  /** The language of the page's own words (default: `en`). */
  lang?: string | undefined;
  /** Words of the page around the document, as far as they are not to be English. */
  words?: Partial<Words> | undefined;
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
const ccdagRenderHtml: Plugin<[(Options | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const {
      fragment,
      title,
      lang,
      words,
      highlight,
      assetFolder = "attachments/",
      ...rest
    }: Options = { ...(data.settings as Options | undefined), ...options };
    const extensions = [...(data.ccdagToMdastExtensions ?? []), ...(rest.extensions ?? [])];
    const assets = collectAssets(assetFolder);
    const linked = uuidsIn(tree as Root);
    const labels = { ...rest.labels, marks: { branch: "↳", ...rest.labels?.marks } };
    const told = { asset: assets.asset, ...rest, labels, linked, sections: true, extensions };
    const document = toMdast(tree as Root, told);
    const content = toHast(document, { highlight });
    const hasFiles = assets.files().length > 0;
    if (hasFiles) file.data.assets = assets.files();
    if (fragment) return toHtml(content);
    return toPage(content, { title: title ?? titleOf(tree as Root), lang, words, stops: stopsOf(document), hasFiles });
  };
};

export default ccdagRenderHtml;

/** Every entry that is told: each has an anchor, so that an address made of its uuid leads there for ever. */
function uuidsIn(tree: Root): string[] {
  const uuids: string[] = [];
  walk(tree, (node) => void uuids.push(...uuidsOf(node)));
  return uuids;
}

function titleOf(tree: Root): string | undefined {
  const first = [...(tree.lines ?? []).map(({ head }) => head), ...tree.children].find(
    (node): node is Session => node.type === "session",
  );
  return first && (first.title || preview(first) || shortId(first.sessionId));
}
