import type { Details } from "@ccdag/mdast";
import type { BlockContent, Blockquote, Parent, Root, RootContent } from "mdast";

/**
 * Convert a document so that it needs no HTML: the content of a collapsible section becomes a quote below its summary,
 * anchors are removed, links to them become text, and links to other documents lead to their beginning.
 *
 * @param tree a document of `toMdast`; it is changed.
 * @param quotes whether every section becomes a quote (default: `true`). With `false` only sections with headings, such as
 *   conversations of agents, become quotes, because nothing else would show where they end. With `"details"` the summary is in
 *   the quote, remark-rehype makes `<details>` of both, and headings keep their ids.
 */
export function withoutHtml(tree: Root, quotes: boolean | "details" = true): Root {
  const stack: Parent[] = [tree];
  for (let parent = stack.pop(); parent; parent = stack.pop()) {
    parent.children = parent.children.flatMap((child) => expand(child, quotes));
    for (const child of parent.children) if ("children" in child) stack.push(child);
  }
  return tree;
}

function expand(node: RootContent, quotes: boolean | "details"): RootContent[] {
  if (node.type === "anchor" || isPointer(node)) return [];
  if (node.type === "details") {
    if (quotes === "details") return [asElement(node)];
    return quotes || node.children.some(({ type }) => type === "heading")
      ? quote(node)
      : [headOf(node), ...node.children.flatMap((child) => expand(child, quotes))];
  }
  if (node.type === "heading" && quotes === "details") {
    const anchor = node.children.find((child) => child.type === "anchor");
    return [anchor === undefined ? node : { ...node, data: { ...node.data, hProperties: { id: anchor.id } } }];
  }
  if (node.type !== "link") return [node];
  const [url = ""] = node.url.split("#", 1);
  return url === "" ? node.children : [{ ...node, url }];
}

/** Whether a paragraph is only a link to another point of the document. */
function isPointer(node: RootContent): boolean {
  if (node.type !== "paragraph" || node.data?.isPointer !== true) return false;
  return node.children.some((child) => child.type === "link" && child.url.startsWith("#"));
}

function quote(node: Details): BlockContent[] {
  const inside: Blockquote = { type: "blockquote", children: node.children };
  return node.children.length === 0 ? [headOf(node)] : [headOf(node), inside];
}

/** A quote in Markdown, `<details>` in the HTML of remark-rehype. */
function asElement(node: Details): Blockquote {
  const summary = { ...headOf(node), data: { hName: "summary" } } as BlockContent;
  return { type: "blockquote", data: { hName: "details" }, children: [summary, ...node.children] };
}

function headOf({ summary }: Details): BlockContent {
  const words = { type: "text", value: summary.replace(/\s+/g, " ") } as const;
  return { type: "paragraph", children: [{ type: "strong", children: [words] }] };
}
