import { isThread, type FlowContent, pathOf, type Root, type TimelineNode } from "@ccdag/ccast";
import { idsOf } from "./ids-of.ts";
import { parentsBy } from "./parents-by.ts";
import type { TimelineOptions } from "./timeline.ts";
import type { Transcript } from "../transcript.ts";

/** A node that comes before its parent. */
export interface Misplaced {
  readonly child: TimelineNode;
  readonly parent: TimelineNode;
}

/**
 * Check an order: every node must come after its parent. A node of a record without a uuid has no recorded parent.
 *
 * @param tree a tree in depth-first order, or a timeline.
 * @param transcript the result of reading, from `file.data.transcript`.
 * @param compaction as for `ccdagTimeline`; ignored for a tree in depth-first order, where a boundary is at its
 *   position in the file.
 * @returns every node that comes before its parent; empty if the order is right.
 */
export function findMisplaced(
  tree: Root,
  transcript: Transcript,
  compaction: TimelineOptions["compaction"] = "continue",
): Misplaced[] {
  const { dag } = transcript;
  const isDepthFirst = tree.order === undefined;
  const parentOf = parentsBy(transcript, { compaction: isDepthFirst ? "root" : compaction, isDepthFirst });
  const nodeOf = new Map<string, TimelineNode>();
  const early: Array<{ readonly child: TimelineNode; readonly parent: string }> = [];
  for (const { node, path } of nodesOf(tree)) {
    const ids = idsOf(node, path, dag);
    for (const id of ids) if (!nodeOf.has(id)) nodeOf.set(id, node);
    const first = dag.entries.get(ids[0] ?? "");
    const parent = first && parentOf(first);
    if (parent !== undefined && !nodeOf.has(parent)) early.push({ child: node, parent });
  }
  return early.flatMap(({ child, parent }) => {
    const node = nodeOf.get(parent);
    return node ? { child, parent: node } : [];
  });
}

/** The nodes of all threads of a tree in reading order, each with the path of its file. */
function* nodesOf(tree: Root): Generator<{ readonly node: TimelineNode; readonly path: string }> {
  const open: Array<{ readonly children: readonly FlowContent[]; readonly path: string; next: number }> = [];
  open.push({ children: tree.children, path: "", next: 0 });
  for (let at = open.at(-1); at; at = open.at(-1)) {
    const node = at.children[at.next++];
    if (node === undefined) open.pop();
    else {
      const path = pathOf(node) ?? at.path;
      if (isThread(node)) open.push({ children: node.children, path, next: 0 });
      else yield { node, path };
    }
  }
}
