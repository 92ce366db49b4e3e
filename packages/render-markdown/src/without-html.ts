import type { Details } from "@ccdag/mdast";
import type { BlockContent, Blockquote, Parent, Root, RootContent } from "mdast";

/**
 * A document in which nothing needs HTML: what was folded stands in a quote below its words, anchors are not there, and
 * links that would lead to one are words; those to other documents lead to their beginning.
 *
 * @param tree a document of `toMdast`; it is changed.
 * @param isQuoted whether there is always a quote: else only what holds headings, such as the talk of an agent, stands
 *   in one, for nothing else would show where it ends; the rest stands below its words as it is.
 */
export function withoutHtml(tree: Root, isQuoted = true): Root {
  const open: Parent[] = [tree];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    parent.children = parent.children.flatMap((child) => expand(child, isQuoted));
    for (const child of parent.children) if ("children" in child) open.push(child);
  }
  return tree;
}

function expand(node: RootContent, isQuoted: boolean): RootContent[] {
  if (node.type === "anchor" || isWay(node)) return [];
  if (node.type === "details")
    return isQuoted || node.children.some(({ type }) => type === "heading")
      ? quote(node)
      : [headOf(node), ...node.children.flatMap((child) => expand(child, isQuoted))];
  if (node.type !== "link") return [node];
  const url = node.url.replace(/#.*$/, "");
  return url === "" ? node.children : [{ ...node, url }];
}

/** A line that only leads to another place of the document. */
function isWay(node: RootContent): boolean {
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
