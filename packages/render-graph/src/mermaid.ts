import type { Graph, GraphEdge, GraphNode, GraphNodeKind } from "./graph.ts";

/** How nodes of each kind are framed. */
const frames: Readonly<Record<GraphNodeKind, readonly [open: string, close: string]>> = {
  session: ["([", "])"],
  branch: ["(", ")"],
  agent: ["{{", "}}"],
  compaction: ["[/", "/]"],
  stretch: ["[", "]"],
  more: ["[", "]"],
};

const arrows: Readonly<Record<GraphEdge["kind"], string>> = {
  continues: "-->",
  branch: "-->",
  session: "==>",
  agent: "-.->",
};

/** A drawing as a Mermaid flowchart. */
export function toMermaid({ nodes, edges }: Graph): string {
  const lines = ["flowchart TD"];
  for (const node of nodes) lines.push(`  ${node.id}${framed(node)}${node.isActive ? ":::active" : ""}`);
  for (const { from, to, kind, label } of edges)
    lines.push(`  ${from} ${arrows[kind]}${label === "" ? "" : `|"${escape(label)}"|`} ${to}`);
  if (nodes.some(({ isActive }) => isActive)) lines.push("  classDef active stroke-width:3px");
  return `${lines.join("\n")}\n`;
}

function framed({ kind, rows }: GraphNode): string {
  const [open, close] = frames[kind];
  return `${open}"${rows.map(escape).join("<br/>")}"${close}`;
}

/**
 * Words in quotes. Whatever could be more than a letter there (tags, quotes, Markdown, entities, links) stands as its
 * number.
 */
function escape(text: string): string {
  return [...text]
    .map((character) =>
      /[\p{L}\p{N}\p{Emoji_Presentation} .,…·•–—!?()+=-]/u.test(character)
        ? character
        : `#${character.codePointAt(0)};`,
    )
    .join("");
}
