import type { Graph, GraphEdge, GraphNodeKind } from "./graph-parts.ts";

const shapes: Readonly<Record<GraphNodeKind, string>> = {
  session: "box, style=rounded",
  branch: "box, style=rounded",
  agent: "hexagon",
  compaction: "parallelogram",
  stretch: "box",
  more: "plaintext",
};

const styles: Readonly<Record<GraphEdge["kind"], string>> = {
  continues: "",
  branch: "",
  session: "style=bold",
  agent: "style=dashed",
};

/** Render a graph as DOT, the language of Graphviz. */
export function toDot({ nodes, edges }: Graph): string {
  const lines = ["digraph ccdag {", "  node [fontname=sans, fontsize=11];"];
  for (const { id, kind, rows, isActive } of nodes)
    lines.push(`  ${id} [label=${quote(rows.join("\n"))}, shape=${shapes[kind]}${isActive ? ", penwidth=3" : ""}];`);
  for (const { from, to, kind, label } of edges) {
    const facts = [label === "" ? "" : `label=${quote(label)}`, styles[kind]].filter(Boolean).join(", ");
    lines.push(`  ${from} -> ${to}${facts === "" ? "" : ` [${facts}]`};`);
  }
  return `${lines.join("\n")}\n}\n`;
}

/** A quoted string: backslashes and quotes are escaped, and control characters, which Graphviz cannot draw, become spaces. */
function quote(text: string): string {
  const safe = text
    .replace(/[\\"]/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
  return `"${safe}"`;
}
