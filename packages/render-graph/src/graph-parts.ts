/** What a node stands for. A `stretch` is a piece of a thread between two points where another thread branches off. */
export type GraphNodeKind = "session" | "branch" | "agent" | "compaction" | "stretch" | "more";

/** A node of a graph. */
export interface GraphNode {
  /** `n1`, `n2`, … in reading order. */
  readonly id: string;
  readonly kind: GraphNodeKind;
  /** The lines of its label: plain text, not escaped, which may hold untrusted text. */
  readonly rows: string[];
  /** Whether it is the branch in which the session continued. */
  readonly isActive: boolean;
}

/** An edge of a graph. */
export interface GraphEdge {
  /** Ids of nodes. */
  readonly from: string;
  readonly to: string;
  /** `continues` stays within a thread; the other kinds lead to a thread of that kind. */
  readonly kind: "continues" | "branch" | "session" | "agent";
  /** The reason of a branch, such as `rewind`, or the mode of an agent; else an empty string. */
  readonly label: string;
}

/** The graph of a conversation. */
export interface Graph {
  /** In reading order. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
