import type { Element, ElementContent, Literal, Root } from "hast";
import { attributesOf } from "./attributes.ts";

/** HTML that is written already: a message, the text of a message, or a block of code. The tree of a page holds it to stay small. */
export interface WrittenHtml extends Literal {
  type: "written";
  /** The ids of its elements, in order. */
  readonly ids: readonly string[];
  /** Its links to anchors of the document, in order. */
  readonly links: readonly LocalLink[];
  /** Makes the same as a tree, to divide it; absent for what is not divided. */
  readonly tree?: (() => Element) | undefined;
}

/** A link to an anchor of the document. */
interface LocalLink {
  /** Where in the HTML its address begins. */
  readonly at: number;
  /** The name of the anchor; the address is `#` and the name. */
  readonly name: string;
}

declare module "hast" {
  interface ElementContentMap {
    written: WrittenHtml;
  }
  interface RootContentMap {
    written: WrittenHtml;
  }
}

/**
 * Write a node at once.
 *
 * @param node the node.
 * @param tree makes the same node again, for the rare case that it must be divided (default: it is not divided).
 */
export function written(node: ElementContent, tree?: () => Element): WrittenHtml {
  const writer = new HtmlWriter();
  writer.write(node);
  const { html, ids, links } = writer;
  // Copies of lists have no room for more, which most of the million messages of a document would not use.
  return { type: "written", value: flat(html), ids: ids.slice(), links: links.slice(), tree };
}

/** The same text, in one piece: as it was put together, it would keep all of its parts, which take thrice as much. */
function flat(html: string): string {
  // To read a character of a text, V8 joins its parts.
  html.charCodeAt(0);
  return html;
}

/**
 * Write hast as HTML. It covers what pages of ccdag contain: no comments, and no elements whose content is not parsed, such as
 * `script`.
 *
 * @param node a tree, or a node of one.
 * @returns HTML. Texts and values of attributes are escaped.
 */
export function writeHtml(node: Root | ElementContent): string {
  const writer = new HtmlWriter();
  writer.write(node);
  return writer.html;
}

/** Elements without content, which have no end tag. */
const empty = new Set(["area", "br", "col", "hr", "img", "input", "link", "source", "track", "wbr"]);

class HtmlWriter {
  html = "";
  readonly ids: string[] = [];
  readonly links: LocalLink[] = [];

  write(node: Root | ElementContent): void {
    if (node.type === "text") this.html += escapeText(node.value);
    else if (node.type === "element") this.#writeElement(node);
    else if (node.type === "written") this.#addWritten(node);
    else if (node.type === "root") for (const child of node.children) this.write(child as ElementContent);
  }

  #writeElement({ tagName, properties, children }: Element): void {
    this.html += `<${tagName}`;
    for (const [name, value] of attributesOf(properties)) {
      if (name === "id") this.ids.push(value);
      else if (name === "href" && value.startsWith("#"))
        this.links.push({ at: this.html.length + ' href="'.length, name: value.slice(1) });
      this.html += value === "" ? ` ${name}` : ` ${name}="${escapeValue(value)}"`;
    }
    this.html += ">";
    if (empty.has(tagName)) return;
    for (const child of children) this.write(child);
    this.html += `</${tagName}>`;
  }

  #addWritten({ value, ids, links }: WrittenHtml): void {
    for (const id of ids) this.ids.push(id);
    for (const { at, name } of links) this.links.push({ at: this.html.length + at, name });
    this.html += value;
  }
}

/** Change the addresses of links within a document. An address that is not changed stays as it is. */
export function relinked(html: WrittenHtml, addressOf: (name: string) => string | undefined): WrittenHtml {
  let value = "";
  let from = 0;
  for (const { at, name } of html.links) {
    const address = addressOf(name);
    if (address === undefined) continue;
    value += html.value.slice(from, at) + escapeValue(address);
    from = at + 1 + escapeValue(name).length;
  }
  return from === 0 ? html : { ...html, value: value + html.value.slice(from), links: [] };
}

/** A text as it stands between tags. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");
}

function escapeValue(text: string): string {
  return /[&"]/.test(text) ? text.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;") : text;
}
