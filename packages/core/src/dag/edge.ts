/**
 * What an edge of the graph says.
 *
 * - `parent`: `parentUuid`, as recorded.
 * - `alias`: the recorded parent is a copy; this is its original.
 * - `logical`: `logicalParentUuid` over a compaction boundary.
 * - `agent`: given by a link rule.
 * - `placed`: given by a place rule.
 * - `missing`: `parentUuid` points outside what was loaded; the entry is a root.
 * - `cut`: removed to break a cycle; the entry is a root.
 */
export type EdgeKind = "parent" | "alias" | "logical" | "agent" | "placed" | "missing" | "cut";

/** A conclusion about where an entry hangs. The recorded pointer stays on the entry. */
export interface Edge {
  /** Id of the entry below. */
  readonly from: string;
  /** Id of the entry above; for `missing` a uuid that no file holds. */
  readonly to: string;
  readonly kind: EdgeKind;
  /** The rule that concluded it, where it is not as recorded. */
  readonly rule?: string | undefined;
  /** The evidence, in a few words. */
  readonly because?: string | undefined;
}

/** Whether an edge carries the line of talk: as recorded, or over a copy. */
export function isRecorded(edge: Edge | undefined): edge is Edge & { readonly kind: "parent" | "alias" } {
  return edge?.kind === "parent" || edge?.kind === "alias";
}
