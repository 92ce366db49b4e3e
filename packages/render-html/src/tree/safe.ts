import { parseMarkdown } from "@ccdag/mdast";
import type { Element, ElementContent, Root as HastRoot } from "hast";
import { defaultSchema, sanitize, type Schema } from "hast-util-sanitize";
import type { Nodes, PhrasingContent, Root } from "mdast";
import { type Handlers, type State, toHast as convert } from "mdast-util-to-hast";
import type { Code } from "mdast";
import { renderCode } from "./code.ts";
import { element } from "./element.ts";
import type { SignWords, HastContext } from "./context.ts";

/** What text by a stranger may become: no images, which would be fetched from elsewhere, and links that open safely. */
const schema: Schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "img" && name !== "picture" && name !== "source"),
};
const protocols = new Set(schema.protocols?.["href"] ?? []);

/** Text longer than this is shown as it was typed: reading it as Markdown would take longer than anybody waits. */
const parseLimit = 100_000;

/**
 * Text by a stranger, parsed with HTML off, and sanitised.
 *
 * @param value Markdown.
 * @param depth of the heading above it.
 * @param context colours of its code, and words.
 */
export function toSafe(value: string, depth: number, context: HastContext): Element {
  if (value.length > parseLimit) return element("div", { className: ["text"] }, element("pre", {}, value));
  const tree = parseMarkdown(value, depth);
  defuse(tree, depth);
  const blocks: Code[] = [];
  // Code is put in after sanitising, which would take its colours out: its text is text in any case.
  const handlers = {
    code: (_: State, node: Code) => element("pre", {}, String(blocks.push(node) - 1)),
  } as unknown as Handlers;
  const hast = sanitize(convert(tree, { handlers }), schema);
  const root: HastRoot = hast.type === "root" ? hast : { type: "root", children: [hast] };
  finish(root, context.words, (index) => renderCode(blocks[index]!, context));
  return element("div", { className: ["text"] }, ...(root.children as ElementContent[]));
}

/**
 * A remote image becomes a link: a page must fetch nothing when it opens. A link that does not open safely is no link, and
 * where it leads is told. No heading is more than one below the last.
 */
function defuse(tree: Root, depth: number): void {
  let last = depth;
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "heading") last = node.depth = Math.min(node.depth, last + 1) as typeof node.depth;
    if (!("children" in node)) continue;
    if (node.children.some(({ type }) => type === "image" || type === "link"))
      node.children = (node.children as Nodes[]).flatMap(toWay) as typeof node.children;
    stack.push(...[...node.children].reverse());
  }
}

function toWay(node: Nodes): Nodes[] {
  if (node.type !== "image" && node.type !== "link") return [node];
  const { url, title } = node;
  const words: PhrasingContent[] = node.type === "link" ? node.children : [{ type: "text", value: node.alt || url }];
  if (isSafe(url)) return [{ type: "link", url, title: title ?? null, children: words }];
  const notes = [url, ...(title ? [`"${title}"`] : [])].join(" ");
  return [...words, { type: "text", value: ` (${notes})` }];
}

/** Whether an address opens nothing but a page or a mail. One without a protocol leads to a place beside this one. */
function isSafe(url: string): boolean {
  const [, protocol] = /^([^/?#]*?):/.exec(url) ?? [];
  return protocol === undefined || protocols.has(protocol.toLowerCase());
}

/** Boxes that cannot be ticked are signs; a table may be wider than the page; links say nothing of where they were. */
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

/** A box of a checklist as a sign that is read out. */
function toSign({ properties }: Element, words: SignWords): Element {
  const isDone = properties["checked"] === true;
  const label = isDone ? words.done : words.todo;
  return element("span", { className: ["check"], role: "img", ariaLabel: label }, isDone ? "☑" : "☐");
}

/** An item of a checklist, whose box stands in it or in its first paragraph. */
export function withSigns(item: Element, words: SignWords): Element {
  for (const holder of [item, ...item.children])
    if (holder.type === "element")
      for (const [index, child] of holder.children.entries())
        if (child.type === "element" && child.tagName === "input") holder.children[index] = toSign(child, words);
  return item;
}
