import type { Token } from "markdown-it";
import type { List, ListItem, Nodes, Parent, Root, Table } from "mdast";
import { splitAtLinks } from "./autolink.ts";
import { maxDepth } from "./parser.ts";
import { alignOf, DepthError, toLeaf, toParent } from "./to-node.ts";

/**
 * Convert the tokens of markdown-it to mdast. Nodes have no positions.
 *
 * @param tokens blocks, whose text is parsed.
 * @returns the tree; `undefined` if nodes are nested too deep.
 */
export function toTree(tokens: readonly Token[]): Root | undefined {
  const builder = new TreeBuilder();
  try {
    for (const token of tokens) builder.add(token);
  } catch (error) {
    if (error instanceof DepthError) return undefined;
    throw error;
  }
  return builder.root;
}

class TreeBuilder {
  readonly root: Root = { type: "root", children: [] };
  readonly #stack: Parent[] = [this.root];
  /** Text that is not in the tree yet, because more may follow. */
  #text = "";
  /** How many links are open. */
  #links = 0;
  /** The line below the last block, to find blank lines. */
  #below = 0;

  add(token: Token): void {
    if (token.nesting === 1) this.#open(token);
    else if (token.nesting === -1) this.#close(token);
    else if (token.type === "inline") this.#addInline(token);
    else this.#addLeaf(token);
  }

  get #parent(): Parent {
    return this.#stack.at(-1)!;
  }

  #addInline({ content, children }: Token): void {
    for (const child of children ?? []) this.add(child);
    this.#addText();
    const paragraph = this.#parent;
    const item = this.#stack.at(-2);
    if (item?.type === "listItem" && paragraph.type === "paragraph" && item.children[0] === paragraph)
      check(item as ListItem, paragraph, content);
  }

  #open(token: Token): void {
    this.#addText();
    // Rows of the head and rows of the body are alike in mdast.
    if (token.tag === "thead" || token.tag === "tbody") return;
    if (token.type === "link_open") this.#links++;
    this.#noteGap(token);
    const node = toParent(token);
    if (token.type === "th_open") (this.#stack.at(-2) as Table).align!.push(alignOf(token));
    this.#push(node);
    this.#stack.push(node as Parent);
    if (this.#stack.length > maxDepth) throw new DepthError();
  }

  #close(token: Token): void {
    this.#addText();
    if (token.tag === "thead" || token.tag === "tbody") return;
    if (token.type === "link_close") this.#links--;
    this.#stack.pop();
  }

  #addLeaf(token: Token): void {
    if (token.type === "text" || token.type === "text_special") this.#text += token.content;
    else if (token.type === "softbreak") this.#text += "\n";
    else {
      this.#addText();
      this.#noteGap(token);
      this.#push(toLeaf(token));
    }
  }

  #addText(): void {
    if (this.#text === "") return;
    const value = this.#text;
    this.#text = "";
    if (this.#links === 0 && /www\.|@/i.test(value)) for (const node of splitAtLinks(value)) this.#push(node);
    else this.#push({ type: "text", value });
  }

  #push(node: Nodes): void {
    (this.#parent.children as Nodes[]).push(node);
  }

  /** A blank line before a block makes the list item or the list that holds it spread. */
  #noteGap({ map, type }: Token): void {
    if (!map) return;
    const parent = this.#parent as List | ListItem;
    const [first, below] = map;
    if ("spread" in parent && parent.children.length > 0 && first > this.#below) parent.spread = true;
    this.#below = type === "list_item_open" ? first + 1 : Math.max(this.#below, isContainer(type) ? first : below);
  }
}

function isContainer(type: string): boolean {
  return type === "bullet_list_open" || type === "ordered_list_open" || type === "blockquote_open";
}

/** A list item whose text begins with `[ ]` or `[x]` is a task. */
function check(item: ListItem, paragraph: Parent, source: string): void {
  const mark = /^\[([ \t\nxX])\](?=\n|[ \t]+\S)/.exec(source)?.[1];
  const first = paragraph.children[0];
  if (mark === undefined || first?.type !== "text") return;
  item.checked = mark === "x" || mark === "X";
  first.value = first.value.slice(4);
  if (first.value === "") paragraph.children.shift();
}
