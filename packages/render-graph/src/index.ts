export { default, type RenderGraphOptions } from "./plugin.ts";
export { toDot } from "./dot.ts";
export { type Graph, type GraphEdge, type GraphNode, type GraphOptions, type GraphNodeKind, toGraph } from "./graph.ts";
export { toMermaid } from "./mermaid.ts";
