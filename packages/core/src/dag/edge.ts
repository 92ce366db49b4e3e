/**
 * What an edge of the graph means.
 *
 * - `parent`: `parentUuid`, as recorded.
 * - `alias`: the recorded parent is a copy; this is its original.
 * - `logical`: `logicalParentUuid` over a compaction boundary.
 * - `agent`: given by a link rule.
 * - `placed`: given by a place rule.
 * - `missing`: `parentUuid` points outside what was loaded; the entry is a root.
 * - `cut`: removed, to break a cycle or because the parent does not say what came before; the entry is a root.
 */
type EdgeKind = "parent" | "alias" | "logical" | "agent" | "placed" | "missing" | "cut";

/** The conclusion about the parent of an entry. The recorded pointer stays on the entry. */
export interface Edge {
  /** Id of the child. */
  readonly from: string;
  /** Id of the parent; for `missing` a uuid that no file holds. */
  readonly to: string;
  /** What the edge means. */
  readonly kind: EdgeKind;
  /** The rule that concluded it; absent if it is as recorded. */
  readonly rule?: string | undefined;
  /** The evidence, in a few words. */
  readonly because?: string | undefined;
}

/** Whether an edge continues a thread: it is as recorded, or leads over a copy. */
export function isRecorded(edge: Edge | undefined): edge is Edge & { readonly kind: "parent" | "alias" } {
  return edge?.kind === "parent" || edge?.kind === "alias";
}
