import type { Root, Session } from "@ccdag/ccast";
import { type Extension, type Options as MdastOptions, preview, shortId, toMdast } from "@ccdag/mdast";
import { toHtml } from "hast-util-to-html";
import type { Plugin } from "unified";
import { toPage } from "./page.ts";
import { toHast } from "./to-hast.ts";

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
}

/**
 * unified plugin: compile ccast to one safe HTML page, or to a fragment. Options may also stand in the `settings` of the
 * processor, as presets have them.
 */
const ccdagRenderHtml: Plugin<[(Options | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree) => {
    const { fragment, title, lang, ...rest }: Options = { ...(data.settings as Options | undefined), ...options };
    const extensions = [...(data.ccdagToMdastExtensions ?? []), ...(rest.extensions ?? [])];
    const content = toHast(toMdast(tree as Root, { ...rest, extensions }));
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
