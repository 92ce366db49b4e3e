import type { Element, ElementContent, Literal, Root } from "hast";
import { attributesOf } from "./attributes.ts";

/** HTML that is written already: the text of a message, or a block of code. The tree of a page holds it to stay small. */
export interface WrittenHtml extends Literal {
  type: "written";
  /** The same as a tree, to divide it. */
  tree: () => Element;
}

declare module "hast" {
  interface ElementContentMap {
    written: WrittenHtml;
  }
  interface RootContentMap {
    written: WrittenHtml;
  }
}

/** Write an element at once. */
export function written(make: () => Element): WrittenHtml {
  return { type: "written", value: writeHtml(make()), tree: make };
}

/** Elements without content, which have no end tag. */
const empty = new Set(["br", "hr", "img", "input"]);

/**
 * Write hast as HTML. It covers what pages of ccdag contain: no comments, and no elements whose content is not parsed, such as
 * `script`.
 *
 * @param node a tree, or a node of one.
 * @returns HTML. Texts and values of attributes are escaped.
 */
export function writeHtml(node: Root | ElementContent): string {
  if (node.type === "text") return escapeText(node.value);
  if (node.type === "written") return node.value;
  if (node.type === "element") return writeElement(node);
  return node.type === "root" ? writeAll(node.children as ElementContent[]) : "";
}

function writeElement({ tagName, properties, children }: Element): string {
  let html = `<${tagName}`;
  for (const [name, value] of attributesOf(properties))
    html += value === "" ? ` ${name}` : ` ${name}="${escapeValue(value)}"`;
  html += ">";
  return empty.has(tagName) ? html : `${html}${writeAll(children)}</${tagName}>`;
}

function writeAll(nodes: readonly ElementContent[]): string {
  let html = "";
  for (const node of nodes) html += writeHtml(node);
  return html;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");
}

function escapeValue(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;");
}
