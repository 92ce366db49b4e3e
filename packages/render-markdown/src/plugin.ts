import type { Root } from "@ccdag/ccast";
import { type Extension, type Options as MdastOptions, toMdast } from "@ccdag/mdast";
import type { Options as ToMarkdownOptions } from "mdast-util-to-markdown";
import type { Plugin } from "unified";
import { write } from "./to-markdown.ts";

declare module "unified" {
  interface Data {
    /** Extensions of the telling wing, for Markdown and HTML alike. */
    ccdagToMdastExtensions?: Extension[] | undefined;
    /** As for remark-stringify. */
    toMarkdownExtensions?: ToMarkdownOptions[] | undefined;
  }
}

/** Options of the Markdown renderer. */
export type Options = MdastOptions;

/** unified plugin: compile ccast to Markdown that reads well on any forge. */
const ccdagRenderMarkdown: Plugin<[(Options | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree) => {
    const { ccdagToMdastExtensions = [], toMarkdownExtensions = [] } = data;
    const extensions = [...ccdagToMdastExtensions, ...(options?.extensions ?? [])];
    return write(toMdast(tree as Root, { ...options, extensions }), { extensions: toMarkdownExtensions });
  };
};

export default ccdagRenderMarkdown;
