import type { Root, Session } from "@ccdag/ccast";
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
import { toPage } from "./page.ts";
import { toHast } from "./to-hast.ts";

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
export interface Options extends MdastOptions {
  /** Only the content, to be put into a page (default: a whole page). */
  fragment?: boolean | undefined;
  /** The title of the page (default: that of the first session, else its first words). */
  title?: string | undefined;
  /** The language of the page's own words (default: `en`). */
  lang?: string | undefined;
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
      assetFolder = "attachments/",
      ...rest
    }: Options = { ...(data.settings as Options | undefined), ...options };
    const extensions = [...(data.ccdagToMdastExtensions ?? []), ...(rest.extensions ?? [])];
    const assets = collectAssets(assetFolder);
    const content = toHast(toMdast(tree as Root, { asset: assets.asset, ...rest, extensions }));
    if (assets.files().length > 0) file.data.assets = assets.files();
    return fragment ? toHtml(content) : toPage(content, { title: title ?? titleOf(tree as Root), lang });
  };
};

export default ccdagRenderHtml;

function titleOf(tree: Root): string | undefined {
  const first = [...(tree.lines ?? []).map(({ head }) => head), ...tree.children].find(
    (node): node is Session => node.type === "session",
  );
  return first && (first.title || preview(first) || shortId(first.sessionId));
}
