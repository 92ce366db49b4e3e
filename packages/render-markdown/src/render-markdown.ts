import type { Root } from "@ccdag/ccast";
import {
  collectAssets,
  type MdastExtension,
  type FileAsset,
  type MdastOptions,
  toMdast,
  toMdastPieces,
  withLabels,
} from "@ccdag/mdast";
import type { Options as ToMarkdownOptions } from "mdast-util-to-markdown";
import type { PluggableList, Plugin } from "unified";
import type { VFile } from "vfile";
import type { BlockContent, Root as Document } from "mdast";
import { forge } from "./defuse.ts";
import { joinOrLeave, renderPieces } from "./in-pieces.ts";
import { markerOf } from "./marker.ts";
import { runRemark } from "./remark.ts";
import { divideDocument } from "./divide-document.ts";
import { write } from "./to-markdown.ts";
import { withoutHtml } from "./without-html.ts";

declare module "vfile" {
  interface DataMap {
    /** All parts of an output that was divided; not set for a single document. */
    parts: readonly string[];
    /** Files that belong to the document, such as its images. */
    assets: readonly FileAsset[];
    /** Makes the content piece by piece, as often as it is called; only set if that was asked for. */
    pieces: () => Iterable<string | Uint8Array>;
  }
}

declare module "unified" {
  interface Data {
    /** Extensions of `toMdast`, for all renderers of text. */
    ccdagToMdastExtensions?: MdastExtension[] | undefined;
    /** Extensions of mdast-util-to-markdown, as for remark-stringify. */
    toMarkdownExtensions?: ToMarkdownOptions[] | undefined;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- it only adds what it extends
  interface Settings extends RenderMarkdownOptions {}
}

/** Options of the Markdown renderer. */
export interface RenderMarkdownOptions extends MdastOptions {
  /**
   * Whether to use HTML for collapsible sections and anchors, as forges render it (default: `true`). Without HTML these
   * sections become quotes, and there are no links within the document. Message text never becomes HTML, either way.
   */
  html?: boolean | undefined;
  /**
   * Whether the content of collapsible sections becomes a quote when `html` is `false` (default: `true`). A quote shows
   * where the content ends. With `false` only conversations of agents become quotes, which takes fewer characters.
   */
  quotes?: boolean | undefined;
  /**
   * Whether the text is for a forge, where `@name` notifies people and `#12` links an issue (default: `false`). In text of
   * the transcript an empty comment then separates the sign from the name, so nobody is notified.
   */
  forge?: boolean | undefined;
  /**
   * Whether images in messages that have an address on the web stay images (default: `false`). Else they become links, so
   * that a viewer of the document fetches nothing.
   */
  remoteImages?: boolean | undefined;
  /**
   * How many characters (UTF-16 units) a document may have (default: no limit). A longer one is divided where turns begin:
   * `file.data.parts` holds the parts, and the result is all of them, joined.
   */
  budget?: number | undefined;
  /**
   * Whether each document begins with a comment that names its session and part (default: `false`), so that a program can
   * find it again and replace it.
   */
  marker?: boolean | undefined;
  /**
   * Whether a very long text is not returned: the result is empty then, and `file.data.pieces` makes the text piece by piece
   * (default: `false`). A document that is divided, has files of its own or goes through plugins of remark is always returned.
   */
  inPieces?: boolean | undefined;
  /**
   * The folder of files that belong to the document, relative to the document, with `/` at the end (default:
   * `attachments/`). The plugin writes no files: they are in `file.data.assets`.
   */
  assetFolder?: string | undefined;
  /**
   * remark plugins that work on the document before it is written, such as `remark-toc` (default: none). They get plain
   * mdast, see `ccdagMdast`, and must be synchronous. Each part of a divided document is a document of its own; with what a
   * plugin adds it may be longer than `budget`. What a plugin makes of untrusted text is not guarded.
   */
  remarkPlugins?: PluggableList | undefined;
}

/**
 * unified plugin: compile ccast to Markdown. Options of the plugin override those in the `settings` of the processor, where
 * presets put them.
 */
const ccdagRenderMarkdown: Plugin<[(RenderMarkdownOptions | null | undefined)?], Root, string> = function (given) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const options: RenderMarkdownOptions = { ...data.settings, ...given };
    const { ccdagToMdastExtensions = [], toMarkdownExtensions = [] } = data;
    const extensions = [...ccdagToMdastExtensions, ...(options.extensions ?? [])];
    const assets = collectAssets(options.assetFolder ?? "attachments/");
    const adapt = (document: Document) => (options.html === false ? withoutHtml(document, options.quotes) : document);
    const render = (part: Document) =>
      write(
        part,
        { extensions: toMarkdownExtensions, remoteImages: options.remoteImages },
        options.forge === true ? forge : undefined,
        options.report,
      );
    const labels = withLabels(options.labels);
    const plugins = options.remarkPlugins ?? [];
    const markerFor = (part: number, count: number) =>
      options.marker ? `${markerOf(tree as Root, part, count)}\n\n` : "";
    if (options.inPieces && mayBeInPieces(options)) {
      const lists = () => toMdastPieces(tree as Root, { ...options, extensions });
      const make = function* () {
        yield markerFor(1, 1);
        yield* renderPieces(mapLists(lists(), adapt), render);
      };
      return joinOrLeave(make, (pieces) => (file.data.pieces = pieces));
    }
    const rendered = adapt(toMdast(tree as Root, { asset: assets.asset, ...options, extensions }));
    const parts =
      options.budget === undefined
        ? [rendered]
        : divideDocument(
            rendered,
            options.budget,
            (block) => render({ type: "root", children: [block] }).length,
            labels,
          );
    const texts = parts.map((part, index) => {
      const marker = markerFor(index + 1, parts.length);
      return marker + render(plugins.length > 0 ? runRemark(part, plugins, file, options) : part);
    });
    if (texts.length > 1) file.data.parts = texts;
    if (assets.files().length > 0) file.data.assets = assets.files();
    return texts.join("\n");
  };
};

/** Whether a document needs no look at the whole of it, and has no files of its own. */
function mayBeInPieces({ budget, remarkPlugins = [], images = "link", outputs }: RenderMarkdownOptions): boolean {
  const hasFiles = outputs === "files" || images === "files" || images === "embed";
  return budget === undefined && remarkPlugins.length === 0 && !hasFiles;
}

function* mapLists(
  lists: Iterable<BlockContent[]>,
  adapt: (document: Document) => Document,
): Generator<BlockContent[]> {
  for (const children of lists) yield adapt({ type: "root", children }).children as BlockContent[];
}

export default ccdagRenderMarkdown;
