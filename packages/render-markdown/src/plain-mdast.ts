import { defuse, type Details, type Markdown, parseMarkdown, sourceOf } from "@ccdag/mdast";
import type { Html, Parent, Root, RootContent } from "mdast";
import { visit } from "./visit.ts";

/** Options of {@link plainMdast}. */
export interface PlainMdastOptions {
  /** Whether images of messages that have an address on the web stay images (default: `false`, they become links). */
  remoteImages?: boolean | undefined;
}

/**
 * Convert a document so that it holds only the nodes of mdast and GFM, which every remark plugin knows: the text of
 * messages is parsed, collapsible sections and anchors become `html` nodes.
 *
 * In parsed text, tags are text, headings are below the heading above, links run no code, and images from the web are
 * links. Their position is the line of the record. A text that is too large or too deep to be parsed becomes a block of
 * code. What plugins make of these nodes is not looked at again.
 *
 * @param tree a document of `toMdast`, or of `withoutHtml`; it is changed.
 * @param options whether images stay.
 */
export function plainMdast(tree: Root, { remoteImages }: PlainMdastOptions = {}): Root {
  const stack: Parent[] = [tree];
  for (let parent = stack.pop(); parent; parent = stack.pop()) {
    const children = parent.children.flatMap((child) => expand(child, remoteImages));
    parent.children = children;
    for (const child of children) if ("children" in child) stack.push(child);
  }
  return tree;
}

function expand(node: RootContent, remoteImages: boolean | undefined): RootContent[] {
  switch (node.type) {
    case "markdown":
      return parsed(node, remoteImages);
    case "details":
      return [
        html(summaryOf(node)),
        ...node.children.flatMap((child) => expand(child, remoteImages)),
        html("</details>"),
      ];
    case "section":
      return node.children.flatMap((child) => expand(child, remoteImages));
    case "anchor":
      return [html(`<a id="${escapeHtml(node.id)}"></a>`)];
    case "heading": {
      // Beside the text, not in it: a table of contents repeats what is in a heading.
      const anchors = node.children.filter((child) => child.type === "anchor");
      const [first] = anchors;
      if (first === undefined) return [node];
      const children = node.children.filter((child) => child.type !== "anchor");
      const data = { ...node.data, hProperties: { id: first.id } };
      return [...anchors.flatMap((anchor) => expand(anchor, remoteImages)), { ...node, data, children }];
    }
    default:
      return [node];
  }
}

function parsed(node: Markdown, remoteImages: boolean | undefined): RootContent[] {
  const { value, depth } = node;
  const position = sourceOf(node)?.position;
  const tree = parseMarkdown(value, depth);
  if (tree === undefined) return [{ type: "code", lang: "text", value, position }];
  defuse(tree, depth, remoteImages);
  // Where a plugin reports something, the line of the record is wanted, not that of the text in it.
  visit(tree.children, (child) => {
    child.position = position;
  });
  return tree.children;
}

function summaryOf({ summary }: Details): string {
  return `<details>\n<summary>${escapeHtml(summary.replace(/\s+/g, " "))}</summary>`;
}

function html(value: string): Html {
  return { type: "html", value };
}

/** A text in HTML. What a viewer without HTML would read as Markdown is escaped, too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll("![", "!&#91;");
}
