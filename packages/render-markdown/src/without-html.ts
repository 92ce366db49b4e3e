import type { Details } from "@ccdag/mdast";
import type { BlockContent, Blockquote, Parent, Root, RootContent } from "mdast";

/**
 * Convert a document so that it needs no HTML: the content of a collapsible section becomes a quote below its summary,
 * anchors are removed, links to them become text, and links to other documents lead to their beginning.
 *
 * @param tree a document of `toMdast`; it is changed.
 * @param isQuoted whether every section becomes a quote (default: `true`). With `false` only sections with headings, such as
 *   conversations of agents, become quotes, because nothing else would show where they end.
 */
export function withoutHtml(tree: Root, isQuoted = true): Root {
  const stack: Parent[] = [tree];
  for (let parent = stack.pop(); parent; parent = stack.pop()) {
    parent.children = parent.children.flatMap((child) => expand(child, isQuoted));
    for (const child of parent.children) if ("children" in child) stack.push(child);
  }
  return tree;
}

function expand(node: RootContent, isQuoted: boolean): RootContent[] {
  if (node.type === "anchor" || isPointer(node)) return [];
  if (node.type === "details")
    return isQuoted || node.children.some(({ type }) => type === "heading")
      ? quote(node)
      : [headOf(node), ...node.children.flatMap((child) => expand(child, isQuoted))];
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

function headOf({ summary }: Details): BlockContent {
  const words = { type: "text", value: summary.replace(/\s+/g, " ") } as const;
  return { type: "paragraph", children: [{ type: "strong", children: [words] }] };
}
