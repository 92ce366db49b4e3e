import { defuse, parseMarkdown } from "@ccdag/mdast";
import type { Element, ElementContent } from "hast";
import type { Code, Nodes } from "mdast";
import { renderCode } from "./code.ts";
import { createContent } from "./create-content.ts";
import type { HastContext } from "./context.ts";
import { renderDrawing } from "./draw.ts";
import { element } from "./element.ts";
import { onLines } from "./lines.ts";
import { renderBlockMath, renderInlineMath } from "./render-math.ts";

/**
 * Render untrusted text: parse it as Markdown without HTML, and make it safe. A text that is not parsed is shown as it is.
 *
 * @param value Markdown.
 * @param depth the level of the heading above it; its own headings go below that.
 * @param context what shows code and formulas, and labels.
 */
export function toSafe(value: string, depth: number, context: HastContext): Element {
  const tree = parseMarkdown(value, depth, { math: true });
  if (tree === undefined) return asPlain(value);
  defuse(tree, depth);
  const { all } = createContent({
    words: context.words,
    special: (node) => renderSpecial(node, context),
    isUntrusted: true,
  });
  return element("div", { className: ["text"] }, onLines(all(tree)));
}

/** Code and formulas; `null` for all else. */
function renderSpecial(node: Nodes, context: HastContext): ElementContent | null {
  if (node.type === "inlineCode" && node.data?.math)
    return renderInlineMath(node.value, node.data.math === "display", context);
  return node.type === "code" ? renderFence(node, context) : null;
}

/** The code of a fence: a formula or a drawing where there is a function for it, else as it is. */
function renderFence(node: Code, context: HastContext): Element {
  const { lang, value } = node;
  if (lang?.toLowerCase() === "math") return renderBlockMath(value, context) ?? renderCode(node, context);
  const svg = lang ? context.draw?.(value, lang) : undefined;
  const code = renderCode(node, context);
  return (svg && renderDrawing(svg, context.words.drawing, lang!, code)) || code;
}

/** Text as it is. A parser of HTML omits the first line feed of a `pre`. */
export function asPlain(value: string): Element {
  return element("div", { className: ["text"] }, element("pre", {}, value.startsWith("\n") ? `\n${value}` : value));
}
