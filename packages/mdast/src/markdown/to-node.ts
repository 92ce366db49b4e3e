import type { Token } from "markdown-it";
import type { AlignType, Nodes } from "mdast";
import { maxDepth, parser } from "./parser.ts";

/** A node without its children, for a token that opens something. */
export function toParent(token: Token): Nodes {
  switch (token.type) {
    case "paragraph_open":
      return { type: "paragraph", children: [] };
    case "heading_open":
      return { type: "heading", depth: Number(token.tag[1]) as 1, children: [] };
    case "blockquote_open":
      return { type: "blockquote", children: [] };
    case "bullet_list_open":
      return { type: "list", ordered: false, start: null, spread: false, children: [] };
    case "ordered_list_open":
      return { type: "list", ordered: true, start: Number(token.attrGet("start") ?? 1), spread: false, children: [] };
    case "list_item_open":
      return { type: "listItem", spread: false, checked: null, children: [] };
    case "table_open":
      return { type: "table", align: [], children: [] };
    case "tr_open":
      return { type: "tableRow", children: [] };
    case "th_open":
    case "td_open":
      return { type: "tableCell", children: [] };
    case "em_open":
      return { type: "emphasis", children: [] };
    case "strong_open":
      return { type: "strong", children: [] };
    case "s_open":
      return { type: "delete", children: [] };
    case "link_open":
      return { type: "link", title: titleOf(token), url: attributeOf(token, "href"), children: [] };
    default:
      throw new TypeError(`unknown token: ${token.type}`);
  }
}

/** A node for a token that neither opens nor closes anything. */
export function toLeaf(token: Token): Nodes {
  const { content: value } = token;
  switch (token.type) {
    case "code_block":
      return { type: "code", lang: null, meta: null, value: value.replace(/\n$/, "") };
    case "fence": {
      const [, lang, meta] = /^(\S*)\s*(.*)$/s.exec(parser().utils.unescapeAll(token.info).trim())!;
      return { type: "code", lang: lang || null, meta: meta || null, value: value.replace(/\n$/, "") };
    }
    case "hr":
      return { type: "thematicBreak" };
    case "hardbreak":
      return { type: "break" };
    case "code_inline":
      return { type: "inlineCode", value };
    case "math_inline":
      return { type: "inlineCode", value, data: { math: token.markup === "$$" ? "display" : "inline" } };
    case "image": {
      const alt = textOf(token.children ?? []);
      return { type: "image", title: titleOf(token), url: attributeOf(token, "src"), alt };
    }
    default:
      throw new TypeError(`unknown token: ${token.type}`);
  }
}

/** The alignment of a column, from a cell of the head of a table. */
export function alignOf(token: Token): AlignType {
  const style = attributeOf(token, "style");
  return style === "" ? null : (style.slice("text-align:".length) as AlignType);
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

function titleOf(token: Token): string | null {
  return attributeOf(token, "title") || null;
}

/** Thrown where nodes are nested too deep. */
export class DepthError extends Error {}

/** The text of an image, which stands for it. An image in it may hold another one. */
function textOf(tokens: readonly Token[], depth = 1): string {
  if (depth > maxDepth) throw new DepthError();
  const addresses: string[] = [];
  return tokens
    .map((token) => {
      const { type, content, children } = token;
      if (type === "image") return `${textOf(children ?? [], depth + 1)} (${attributeOf(token, "src")})`;
      // The address of a link in it has no other place.
      if (type === "link_open") addresses.push(attributeOf(token, "href"));
      if (type === "link_close") return ` (${addresses.pop()})`;
      return type === "softbreak" || type === "hardbreak" ? "\n" : content;
    })
    .join("");
}
