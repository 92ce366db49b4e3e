import type { Graph, GraphEdge, GraphNode, GraphNodeKind } from "./graph-parts.ts";

/** The brackets of each kind of node, which give it its shape. */
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

/** Render a graph as a Mermaid flowchart. */
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
 * Escape text for a quoted label. Every character that could be syntax (of tags, quotes, Markdown, entities or links)
 * becomes a numeric character reference.
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
