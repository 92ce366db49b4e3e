import type { Details } from "@ccdag/mdast";
import type { BlockContent, Blockquote, Parent, Root, RootContent } from "mdast";

/**
 * A document in which nothing needs HTML: what was folded stands in a quote below its words, anchors are not there, and
 * links that would lead to one are words; those to other documents lead to their beginning.
 *
 * @param tree a document of `toMdast`; it is changed.
 */
export function withoutHtml(tree: Root): Root {
  const open: Parent[] = [tree];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    parent.children = parent.children.flatMap((child) => unfold(child));
    for (const child of parent.children) if ("children" in child) open.push(child);
  }
  return tree;
}

function unfold(node: RootContent): RootContent[] {
  if (node.type === "anchor") return [];
  if (node.type === "details") return quote(node);
  if (node.type !== "link") return [node];
  const url = node.url.replace(/#.*$/, "");
  return url === "" ? node.children : [{ ...node, url }];
}

function quote({ summary, children }: Details): BlockContent[] {
  const words = { type: "text", value: summary.replace(/\s+/g, " ") } as const;
  const head: BlockContent = { type: "paragraph", children: [{ type: "strong", children: [words] }] };
  const inside: Blockquote = { type: "blockquote", children };
  return children.length === 0 ? [head] : [head, inside];
}
