import type { Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import { toDot } from "./dot.ts";
import { type GraphOptions, toGraph } from "./graph.ts";
import { toMermaid } from "./mermaid.ts";

/** Options of the graph renderer. */
export interface RenderGraphOptions extends GraphOptions {
  /** The language of the diagram (default: `mermaid`). */
  language?: "mermaid" | "dot" | undefined;
}

/**
 * unified plugin: compile ccast to a diagram of its sessions, branches, agents and compactions. Options of the plugin
 * override those in the `settings` of the processor.
 */
const ccdagRenderGraph: Plugin<[(RenderGraphOptions | null | undefined)?], Root, string> = function (given) {
  const data = this.data();
  this.compiler = (tree) => {
    const options: RenderGraphOptions = { ...(data.settings as RenderGraphOptions | undefined), ...given };
    const graph = toGraph(tree as Root, options);
    return options.language === "dot" ? toDot(graph) : toMermaid(graph);
  };
};

export default ccdagRenderGraph;
