import { isSafeAddress } from "@ccdag/mdast";
import type { Element, ElementContent, Properties } from "hast";
import type { Link, Node, Nodes } from "mdast";
import { normalizeUri } from "micromark-util-sanitize-uri";
import type { HastContent, SignWords } from "./context.ts";
import { element } from "./element.ts";
import { wrap } from "./lines.ts";
import { renderList } from "./list.ts";
import { renderTable } from "./render-table.ts";

/** What is special about the nodes of a document. */
export interface ContentOptions {
  readonly words: SignWords;
  /** Converts some nodes; `null` for a node that the others are to convert. */
  readonly special: (node: Nodes, content: HastContent) => ElementContent | undefined | null;
  /** Whether links lead out of the document, to where its author wanted (default: `false`). */
  readonly isUntrusted?: boolean | undefined;
}

/**
 * Create a converter of mdast to hast. What it makes is safe by itself: it makes the elements of this table only, a link has
 * one of the safe protocols, and an image is in the document or beside it. An `html` node is not shown.
 */
export function createContent({ words, special, isUntrusted }: ContentOptions): HastContent {
  const content: HastContent = { words, all, one };
  return content;

  function all(node: Nodes): ElementContent[] {
    const nodes: ElementContent[] = [];
    for (const child of "children" in node ? node.children : []) {
      const converted = one(child);
      if (converted !== undefined) nodes.push(converted);
      if (child.type === "break") nodes.push({ type: "text", value: "\n" });
    }
    return nodes;
  }

  function one(node: Nodes): ElementContent | undefined {
    const found = special(node, content);
    return found === null ? withData(node, convert(node)) : found;
  }

  function convert(node: Nodes): ElementContent | undefined {
    switch (node.type) {
      case "text":
        return { type: "text", value: node.value };
      case "heading":
        return element(`h${node.depth}`, {}, all(node));
      case "inlineCode":
        return element("code", {}, node.value.replace(/\r?\n|\r/g, " "));
      case "blockquote":
        return element("blockquote", {}, wrap(all(node)));
      case "list":
        return renderList(node, content);
      case "table":
        return renderTable(node, content);
      case "link":
        return renderLink(node);
      case "image":
        return renderImage(node.url, node.alt, node.title);
      default:
        return simple.has(node.type) ? element(simple.get(node.type)!, {}, all(node)) : renderOther(node, all);
    }
  }

  function renderLink(node: Link): ElementContent {
    const children = all(node);
    if (!isSafeAddress(node.url)) return element("span", {}, children);
    const properties: Properties = { href: uriOf(node.url) };
    if (node.title) properties["title"] = node.title;
    if (isUntrusted && /^https?:/i.test(node.url)) properties["rel"] = ["nofollow", "noreferrer", "noopener"];
    return element("a", properties, children);
  }
}

/** The elements of nodes that are nothing else. */
const simple = new Map([
  ["paragraph", "p"],
  ["emphasis", "em"],
  ["strong", "strong"],
  ["delete", "del"],
  ["break", "br"],
  ["thematicBreak", "hr"],
]);
const hidden = new Set(["html", "yaml", "toml", "definition", "footnoteDefinition"]);

/** A node of an extension: its text, or its children. Nodes that only readers of Markdown need are not shown. */
function renderOther(node: Nodes, all: HastContent["all"]): ElementContent | undefined {
  if (hidden.has(node.type)) return undefined;
  if ("value" in node && typeof node.value === "string") return { type: "text", value: node.value };
  return "children" in node ? element("div", {}, all(node)) : undefined;
}

/** An address as it is written: what a URL may not contain is encoded. Most addresses, and all data URLs, are fine as they are. */
function uriOf(url: string): string {
  return /^[!#$&-;=?-Z_a-z~]*$/.test(url) ? url : normalizeUri(url);
}

function renderImage(url: string, alt: string | null | undefined, title: string | null | undefined): ElementContent {
  const isHere = /^data:image\//i.test(url) || !/^(?:[^/?#]*:|\/\/)/.test(url);
  if (!isHere) return { type: "text", value: alt ?? url };
  return element("img", { src: uriOf(url), alt: alt ?? undefined, title: title ?? undefined });
}

/** The element that the data of a node asks for, by the convention of unified: `hName`, `hProperties`, `hChildren`. */
function withData({ data }: Node, converted: ElementContent | undefined): ElementContent | undefined {
  if (data === undefined || converted === undefined) return converted;
  const { hName, hProperties, hChildren } = data as HastData;
  if (hName === undefined && hProperties === undefined && hChildren === undefined) return converted;
  const isElement = converted.type === "element";
  if (!isElement && hName === undefined) return converted;
  const tagName = hName ?? (converted as Element).tagName;
  const children = hChildren ?? (isElement ? converted.children : [converted]);
  return element(tagName, { ...(isElement ? converted.properties : {}), ...hProperties }, children);
}

interface HastData {
  readonly hName?: string;
  readonly hProperties?: Properties;
  readonly hChildren?: ElementContent[];
}
