import type { Root } from "@ccdag/ccast";
import {
  collectAssets,
  type MdastExtension,
  type FileAsset,
  type MdastOptions as MdastOptions,
  toMdast,
  withLabels,
} from "@ccdag/mdast";
import type { Options as ToMarkdownOptions } from "mdast-util-to-markdown";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import type { Root as Document } from "mdast";
import { forge } from "./defuse.ts";
import { markerOf } from "./marker.ts";
import { split } from "./split.ts";
import { write } from "./to-markdown.ts";
import { withoutHtml } from "./without-html.ts";

declare module "vfile" {
  interface DataMap {
    /** What was told, in several documents; where it is one, nothing. */
    parts: readonly string[];
    /** Files that belong to the document, such as its images. */
    assets: readonly FileAsset[];
  }
}

declare module "unified" {
  interface Data {
    /** Extensions of the telling wing, for Markdown and HTML alike. */
    ccdagToMdastExtensions?: MdastExtension[] | undefined;
    /** As for remark-stringify. */
    toMarkdownExtensions?: ToMarkdownOptions[] | undefined;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- it is what it extends
  interface Settings extends RenderMarkdownOptions {}
}

/** Options of the Markdown renderer. */
export interface RenderMarkdownOptions extends MdastOptions {
  /**
   * Whether HTML is used for folds and anchors, as forges render it (default: `true`). Without, folds are quotes and
   * nothing links within the document. Message text never becomes HTML, either way.
   */
  html?: boolean | undefined;
  /**
   * Without HTML, whether what was folded stands in a quote (default: `true`), which shows where it ends; else only talk
   * of agents does, and the rest stands below its words as it is, in fewer characters.
   */
  quotes?: boolean | undefined;
  /**
   * Whether the text goes to a forge that calls people by `@name` and refers to issues by `#12` (default: `false`): such
   * words, said by somebody else, are then parted by an empty comment, and nobody is called.
   */
  forge?: boolean | undefined;
  /**
   * How many characters (UTF-16 units) a document may have (default: as many as it takes). A longer one becomes several,
   * divided where turns begin: they are in `file.data.parts`, and the result is all of them.
   */
  budget?: number | undefined;
  /**
   * Whether each document begins with a comment that names its session and its part (default: `false`), so that a
   * program finds it again and replaces it.
   */
  marker?: boolean | undefined;
  /**
   * Where files are that belong to the document, relative to it, with `/` at the end (default: `attachments/`). They are
   * left in `file.data.assets`; whoever writes the document writes them too.
   */
  assetFolder?: string | undefined;
}

/**
 * unified plugin: compile ccast to Markdown that reads well on any forge. Options may also stand in the `settings` of
 * the processor, as presets have them.
 */
const ccdagRenderMarkdown: Plugin<[(RenderMarkdownOptions | null | undefined)?], Root, string> = function (given) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const options: RenderMarkdownOptions = { ...data.settings, ...given };
    const { ccdagToMdastExtensions = [], toMarkdownExtensions = [] } = data;
    const extensions = [...ccdagToMdastExtensions, ...(options.extensions ?? [])];
    const assets = collectAssets(options.assetFolder ?? "attachments/");
    const document = toMdast(tree as Root, { asset: assets.asset, ...options, extensions });
    const rendered = options.html === false ? withoutHtml(document, options.quotes) : document;
    const tell = (part: Document) =>
      write(part, { extensions: toMarkdownExtensions }, options.forge === true ? forge : undefined);
    const labels = withLabels(options.labels);
    const parts =
      options.budget === undefined
        ? [rendered]
        : split(rendered, options.budget, (block) => tell({ type: "root", children: [block] }).length, labels);
    const texts = parts.map((part, index) => {
      const marker = options.marker ? `${markerOf(tree as Root, index + 1, parts.length)}\n\n` : "";
      return marker + tell(part);
    });
    if (texts.length > 1) file.data.parts = texts;
    if (assets.files().length > 0) file.data.assets = assets.files();
    return texts.join("\n");
  };
};

export default ccdagRenderMarkdown;
