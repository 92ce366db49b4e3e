import type { Reference, Root } from "@ccdag/ccast";
import {
  anchorName,
  collectAssets,
  type MdastExtension,
  type FileAsset,
  type MdastOptions,
  toMdast,
} from "@ccdag/mdast";
import { write } from "@ccdag/render-markdown";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { frontMatter } from "./front-matter.ts";
import { toNote } from "./to-note.ts";
import { breakCommands } from "./break-commands.ts";
import { createVault } from "./vault.ts";

declare module "vfile" {
  interface DataMap {
    /** Files that belong to the document, such as its images. */
    assets: readonly FileAsset[];
  }
}

declare module "unified" {
  interface Data {
    /** Extensions of `toMdast`, for all renderers of text. */
    ccdagToMdastExtensions?: MdastExtension[] | undefined;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- it only adds what it extends
  interface Settings extends RenderObsidianOptions {}
}

/** Options of the Obsidian renderer. */
export interface RenderObsidianOptions extends MdastOptions {
  /** Whether the note begins with its properties, as YAML (default: `true`). */
  frontMatter?: boolean | undefined;
  /**
   * Whether images in messages that have an address on the web stay images (default: `false`). Else they become links, so
   * that Obsidian fetches nothing when the note is opened.
   */
  remoteImages?: boolean | undefined;
  /**
   * Prefixes of inline queries that your plugins use, besides those that end with `=` after at most three signs, such as
   * the `=` and `$=` of Dataview (default: none).
   */
  inlinePrefixes?: readonly string[] | undefined;
  /**
   * The folder of files that belong to the note, relative to the note, with `/` at the end (default: `attachments/`). The
   * plugin writes no files: they are in `file.data.assets`.
   */
  assetFolder?: string | undefined;
}

/**
 * unified plugin: compile ccast to a note of an Obsidian vault, with properties, collapsed callouts, wikilinks and block
 * ids. Options of the plugin override those in the `settings` of the processor.
 */
const ccdagRenderObsidian: Plugin<[(RenderObsidianOptions | null | undefined)?], Root, string> = function (given) {
  const data = this.data();
  this.compiler = (node, file: VFile) => {
    const tree = node as Root;
    const options: RenderObsidianOptions = { ...data.settings, ...given };
    const extensions = [...(data.ccdagToMdastExtensions ?? []), ...(options.extensions ?? [])];
    const assets = collectAssets(options.assetFolder ?? "attachments/");
    const document = toMdast(tree, { asset: assets.asset, ...options, extensions });
    const linked = new Set([...(options.linked ?? [])].map((uuid) => anchorName(`msg-${uuid}`)));
    const { agents = "inline" } = options;
    const dialect = createVault(options.inlinePrefixes);
    const marked = toNote(document, linked, dialect.code);
    const note = write(marked, { remoteImages: options.remoteImages }, dialect, options.report);
    if (assets.files().length > 0) file.data.assets = assets.files();
    const properties =
      options.frontMatter === false
        ? ""
        : frontMatter(tree, agents === "inline" || agents === "after", noteOf(options));
    return breakCommands(properties + note);
  };
};

export default ccdagRenderObsidian;

/** The name of the note that holds an entry: its file without folder and extension. */
function noteOf({ href }: RenderObsidianOptions): (reference: Reference) => string | undefined {
  return (reference) => {
    const path = href?.(reference);
    return path === undefined ? undefined : decodeURIComponent(path).replace(/^.*\//, "").replace(/\.md$/, "");
  };
}
