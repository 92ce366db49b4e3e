import type { Root as Conversation } from "@ccdag/ccast";
import { type MdastOptions, toMdast, withLabels } from "@ccdag/mdast";
import type { Heading, Root } from "mdast";
import { type Plugin, type PluggableList, unified } from "unified";
import type { VFile } from "vfile";
import { plainMdast, type PlainMdastOptions } from "./plain-mdast.ts";
import { withoutHtml } from "./without-html.ts";

/** Options of {@link ccdagMdast}. */
export interface CcdagMdastOptions extends MdastOptions, PlainMdastOptions {
  /**
   * Whether collapsible sections and anchors are `html` nodes (default: `true`). Else a section is a quote that begins with its
   * summary, of which remark-rehype makes `<details>`.
   */
  html?: boolean | undefined;
  /**
   * Whether the document begins with a heading `Contents`, below which remark-toc puts its list (default: `false`).
   */
  contents?: boolean | undefined;
}

/**
 * unified plugin: transform ccast into plain mdast, for remark plugins and `remark-stringify`. Tables and lists of
 * tasks need `remark-gfm`.
 *
 * The text of messages is parsed and made safe before; what plugins make of it, and how it is written, is theirs. The
 * Markdown renderer, with its option `remarkPlugins`, keeps the guards of its own writer.
 */
export const ccdagMdast: Plugin<[(CcdagMdastOptions | null | undefined)?], Conversation, Root> = function (given) {
  const data = this.data();
  return (tree) => {
    const { contents, remoteImages, html, ...options }: CcdagMdastOptions = { ...data.settings, ...given };
    const extensions = [...(data.ccdagToMdastExtensions ?? []), ...(options.extensions ?? [])];
    const document = toMdast(tree, { ...options, extensions, sections: false });
    const plain = plainMdast(html === false ? withoutHtml(document, "details") : document, { remoteImages });
    if (contents) plain.children.unshift(contentsHeading(options.labels));
    return plain;
  };
};

/**
 * Run remark plugins on a document.
 *
 * @param document a document of `toMdast`; it is changed.
 * @param plugins the plugins, with their options.
 * @param file the file that plugins report to.
 * @param options as for {@link plainMdast}, and labels.
 * @returns the document, with the nodes that the plugins have made. A heading `Contents` at its beginning stays if a plugin
 *   has put something below it.
 * @throws Error if a plugin fails, or is asynchronous.
 */
export function runRemark(
  document: Root,
  plugins: PluggableList,
  file: VFile,
  { labels, ...options }: PlainMdastOptions & Pick<MdastOptions, "labels"> = {},
): Root {
  const plain = plainMdast(document, options);
  const [first] = plain.children;
  const contents = contentsHeading(labels);
  plain.children.unshift(contents);
  const result = unified()
    .use([...plugins])
    .runSync(plain, file) as Root;
  const at = result.children.indexOf(contents);
  if (at !== -1 && result.children[at + 1] === first) result.children.splice(at, 1);
  return result;
}

function contentsHeading(labels: MdastOptions["labels"]): Heading {
  return { type: "heading", depth: 2, children: [{ type: "text", value: withLabels(labels).contents }] };
}
