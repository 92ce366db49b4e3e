import type { Root } from "@ccdag/ccast";
import type { Graph, GraphNode } from "./graph-parts.ts";
import { collect } from "./collect.ts";

/** Options of a graph. */
export interface GraphOptions {
  /**
   * How many nodes the graph may have (default: 150). A larger graph counts agents on the nodes that spawned them; what is
   * still too much becomes one node that says how many nodes it stands for.
   */
  maxNodes?: number | undefined;
}

/**
 * Build the graph of sessions, branches, agents and compactions of a tree. Each node says how many turns and messages it
 * stands for.
 *
 * @param tree the tree, in depth-first order.
 * @param options the maximum size of the graph.
 */
export function toGraph(tree: Root, { maxNodes = 150 }: GraphOptions = {}): Graph {
  const whole = collect(tree, true);
  const graph = whole.nodes.length > maxNodes ? collect(tree, false) : whole;
  return graph.nodes.length > maxNodes ? shorten(graph, maxNodes) : graph;
}

/** Keep the first nodes, and add one that stands for the rest. */
function shorten({ nodes, edges }: Graph, maxNodes: number): Graph {
  const kept = nodes.slice(0, maxNodes - 1);
  const more: GraphNode = {
    id: `n${maxNodes}`,
    kind: "more",
    rows: [`… and ${nodes.length - kept.length} more`],
    isActive: false,
  };
  const ids = new Set(kept.map(({ id }) => id));
  const inside = edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const leaving = new Set(edges.flatMap(({ from, to }) => (ids.has(from) && !ids.has(to) ? [from] : [])));
  const last = [...leaving].slice(0, 20).map((from) => ({ from, to: more.id, kind: "continues", label: "" }) as const);
  return { nodes: [...kept, more], edges: [...inside, ...last] };
}
