export { default, type RenderGraphOptions } from "./render-graph.ts";
export { toDot } from "./dot.ts";
export { type GraphOptions, toGraph } from "./graph.ts";
export type { Graph } from "./graph-parts.ts";
export { toMermaid } from "./mermaid.ts";
