import type { Finding, Root, TimelineNode } from "@ccdag/ccast";
import type { Entry } from "@ccdag/core";
import { verifyOrder } from "@ccdag/order";
import { findMisplaced, messageAt, timeline, type Transcript } from "@ccdag/processor";
import type { VFile } from "vfile";

/**
 * Check the order of every view: in each thread, and in the stream by time, a parent must come before its children. Each
 * violation is added as a message at the location of the child. Two sessions that each have a parent in the other one
 * cannot both come first in the session tree: this is a message, but not a finding.
 *
 * @param tree the finished tree.
 * @param file the files that the tree was made of; messages are added to it.
 * @returns a finding for each entry that is out of order.
 */
export function checkOrder(tree: Root, file: VFile): Finding[] {
  const transcript = file.data.transcript!;
  const findings: Finding[] = [];
  const reported = new Set<string>();
  for (const { child, parent } of misplacedEntries(transcript)) {
    const { path, line } = child.location;
    report(path, { line, column: 1 }, child.id, parent.id);
    findings.push(toFinding(child.id, parent.id));
  }
  for (const { child, parent } of findMisplaced(timeline(tree, file), transcript)) {
    if (!reported.has(idOf(child))) findings.push(toFinding(idOf(child), idOf(parent)));
    reportNode(child, parent);
  }
  for (const { child, parent } of findMisplaced(tree, transcript)) reportNode(child, parent);
  return findings;

  function reportNode(child: TimelineNode, parent: TimelineNode): void {
    const path = typeof child.data === "object" ? child.data.path : undefined;
    report(path, child.position, idOf(child), idOf(parent));
  }

  function report(
    path: string | undefined,
    position: Parameters<typeof messageAt>[2],
    id: string,
    parent: string,
  ): void {
    if (reported.has(id)) return;
    reported.add(id);
    messageAt(file, path, position, `Unexpected position before the parent \`${parent}\``, "message-order");
  }
}

function misplacedEntries({ threads, dag }: Transcript): Array<{ child: Entry; parent: Entry }> {
  const seen = new Set(threads.trunks);
  for (const thread of seen) for (const side of thread.sides) seen.add(side.thread);
  const options = {
    ids: ({ id }: Entry) => id,
    parent({ id }: Entry) {
      const edge = dag.edge(id);
      return edge?.kind === "parent" || edge?.kind === "alias" ? edge.to : undefined;
    },
  };
  return [...seen].flatMap(({ entries }) => verifyOrder(entries, options));
}

function toFinding(id: string, parent: string): Finding {
  return { id, reason: `Out of order: stands before its parent \`${parent}\`` };
}

function idOf(node: TimelineNode): string {
  return node.uuid ?? (node.type === "message" ? node.id : undefined) ?? "";
}
