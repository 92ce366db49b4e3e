import { defuse, parseMarkdown } from "@ccdag/mdast";
import type { Element } from "hast";
import { renderCode } from "./code.ts";
import { createContent } from "./content.ts";
import type { HastContext } from "./context.ts";
import { element } from "./element.ts";
import { onLines } from "./lines.ts";

/**
 * Render untrusted text: parse it as Markdown without HTML, and make it safe. A text that is not parsed is shown as it is.
 *
 * @param value Markdown.
 * @param depth the level of the heading above it; its own headings go below that.
 * @param context the highlighter and labels.
 */
export function toSafe(value: string, depth: number, context: HastContext): Element {
  const tree = parseMarkdown(value, depth);
  if (tree === undefined) return asPlain(value);
  defuse(tree, depth);
  const { all } = createContent({
    words: context.words,
    special: (node) => (node.type === "code" ? renderCode(node, context) : null),
    isUntrusted: true,
  });
  return element("div", { className: ["text"] }, onLines(all(tree)));
}

/** Text as it is. A parser of HTML omits the first line feed of a `pre`. */
export function asPlain(value: string): Element {
  return element("div", { className: ["text"] }, element("pre", {}, value.startsWith("\n") ? `\n${value}` : value));
}
