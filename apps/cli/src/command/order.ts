import type { Finding, Root, TimelineNode } from "@ccdag/ccast";
import { verifyOrder } from "@ccdag/order";
import { findMisplaced, messageAt, timeline, type Transcript } from "@ccdag/processor";
import type { VFile } from "vfile";

/**
 * Check every view (seed 003, Verification): on each line, and in the stream by time, a parent must be told before what
 * hangs on it. Each violation is a message where it stands. Depth first, two sessions that hang on one another cannot
 * both come first: that is said, and is no finding.
 */
export function checkOrder(tree: Root, file: VFile): Finding[] {
  const transcript = file.data.transcript!;
  const findings = checkLines(transcript);
  const known = new Set(findings.map(({ id }) => id));
  for (const { child, parent } of findMisplaced(tree, transcript))
    messageAt(file, child, `Unexpected place before \`${idOf(parent)}\`, which it hangs on`, "message-order");
  for (const { child, parent } of findMisplaced(timeline(tree, file), transcript))
    if (!known.has(idOf(child))) findings.push(toFinding(idOf(child), idOf(parent)));
  return findings;
}

function checkLines({ lines, dag }: Transcript): Finding[] {
  const seen = new Set(lines.trunks);
  for (const line of seen) for (const side of line.sides) seen.add(side.line);
  const options = {
    ids: ({ id }: { id: string }) => id,
    parent({ id }: { id: string }) {
      const edge = dag.edge(id);
      return edge?.kind === "parent" || edge?.kind === "alias" ? edge.to : undefined;
    },
  };
  return [...seen].flatMap(({ entries }) =>
    verifyOrder(entries, options).map(({ child, parent }) => toFinding(child.id, parent.id)),
  );
}

function toFinding(id: string, parent: string): Finding {
  return { id, reason: `Out of order: told before its parent \`${parent}\`` };
}

function idOf(node: TimelineNode): string {
  return node.uuid ?? (node.type === "message" ? node.id : undefined) ?? "";
}
