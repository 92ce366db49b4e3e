import { defuse, parseMarkdown, safeProtocols } from "@ccdag/mdast";
import type { Element, ElementContent, Root as HastRoot } from "hast";
import { defaultSchema, sanitize, type Schema } from "hast-util-sanitize";
import { type Handlers, type State, toHast as convert } from "mdast-util-to-hast";
import type { Code } from "mdast";
import { renderCode } from "./code.ts";
import { element } from "./element.ts";
import type { SignWords, HastContext } from "./context.ts";

/** What untrusted text may become: no images, because they would be fetched, and only links with safe protocols. */
const schema: Schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: [...safeProtocols] },
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "img" && name !== "picture" && name !== "source"),
};

/**
 * Render untrusted text: parse it as Markdown without HTML, and sanitise the result. A text that is not parsed is shown as
 * it is.
 *
 * @param value Markdown.
 * @param depth the level of the heading above it; its own headings go below that.
 * @param context the highlighter and labels.
 */
export function toSafe(value: string, depth: number, context: HastContext): Element {
  const tree = parseMarkdown(value, depth);
  if (tree === undefined) return asPlain(value);
  defuse(tree, depth);
  const blocks: Code[] = [];
  // Code is inserted after sanitising, which would remove its colours. It holds text nodes only.
  const handlers = {
    code: (_: State, node: Code) => element("pre", {}, String(blocks.push(node) - 1)),
  } as unknown as Handlers;
  const hast = sanitize(convert(tree, { handlers }), schema);
  const root: HastRoot = hast.type === "root" ? hast : { type: "root", children: [hast] };
  finish(root, context.words, (index) => renderCode(blocks[index]!, context));
  return element("div", { className: ["text"] }, root.children as ElementContent[]);
}

/** Text as it is. A parser of HTML omits the first line feed of a `pre`. */
export function asPlain(value: string): Element {
  return element("div", { className: ["text"] }, element("pre", {}, value.startsWith("\n") ? `\n${value}` : value));
}

/** Finish the sanitised tree: insert code, replace checkboxes with signs, let wide tables scroll, and stop links from sending a referrer. */
function finish(root: HastRoot, words: SignWords, code: (index: number) => ElementContent): void {
  const stack: Array<HastRoot | Element> = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const [index, child] of node.children.entries()) {
      if (child.type !== "element") continue;
      const { tagName, properties } = child;
      if (tagName === "pre") {
        const [number] = child.children;
        node.children[index] = code(Number(number?.type === "text" ? number.value : 0));
        continue;
      }
      if (tagName === "a" && /^https?:/i.test(String(properties["href"])))
        properties["rel"] = ["nofollow", "noreferrer", "noopener"];
      if (tagName === "input") node.children[index] = toSign(child, words);
      if (tagName === "table")
        node.children[index] = element(
          "div",
          { className: ["scroll"], tabIndex: 0, role: "group", ariaLabel: words.table },
          child,
        );
      stack.push(child);
    }
  }
}

/** A checkbox as a sign with a label for screen readers. */
function toSign({ properties }: Element, words: SignWords): Element {
  const isDone = properties["checked"] === true;
  const label = isDone ? words.done : words.todo;
  return element("span", { className: ["check"], role: "img", ariaLabel: label }, isDone ? "☑" : "☐");
}

/** Replace the checkbox of a list item, which is a child of the item or of its first paragraph. */
export function withSigns(item: Element, words: SignWords): Element {
  for (const holder of [item, ...item.children])
    if (holder.type === "element")
      for (const [index, child] of holder.children.entries())
        if (child.type === "element" && child.tagName === "input") holder.children[index] = toSign(child, words);
  return item;
}
