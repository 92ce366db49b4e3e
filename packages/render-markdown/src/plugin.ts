import type { Root } from "@ccdag/ccast";
import { type Extension, type Options as MdastOptions, toMdast } from "@ccdag/mdast";
import type { Options as ToMarkdownOptions } from "mdast-util-to-markdown";
import type { Plugin } from "unified";
import { write } from "./to-markdown.ts";
import { withoutHtml } from "./without-html.ts";

declare module "unified" {
  interface Data {
    /** Extensions of the telling wing, for Markdown and HTML alike. */
    ccdagToMdastExtensions?: Extension[] | undefined;
    /** As for remark-stringify. */
    toMarkdownExtensions?: ToMarkdownOptions[] | undefined;
  }
}

/** Options of the Markdown renderer. */
export interface Options extends MdastOptions {
  /**
   * Whether HTML is used for folds and anchors, as forges render it (default: `true`). Without, folds are quotes and
   * nothing links within the document. Message text never becomes HTML, either way.
   */
  html?: boolean | undefined;
  /**
   * Whether the text goes to a forge that calls people by `@name` and refers to issues by `#12` (default: `false`): such
   * words, said by somebody else, are then parted by an empty comment, and nobody is called.
   */
  forge?: boolean | undefined;
}

/** unified plugin: compile ccast to Markdown that reads well on any forge. */
const ccdagRenderMarkdown: Plugin<[(Options | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree) => {
    const { ccdagToMdastExtensions = [], toMarkdownExtensions = [] } = data;
    const extensions = [...ccdagToMdastExtensions, ...(options?.extensions ?? [])];
    const document = toMdast(tree as Root, { ...options, extensions });
    const told = options?.html === false ? withoutHtml(document) : document;
    return write(told, { extensions: toMarkdownExtensions }, options?.forge === true);
  };
};

export default ccdagRenderMarkdown;
