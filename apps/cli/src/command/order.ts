import type { Finding, Root, TimelineNode } from "@ccdag/ccast";
import type { Entry } from "@ccdag/core";
import { verifyOrder } from "@ccdag/order";
import { findMisplaced, messageAt, timeline, type Transcript } from "@ccdag/processor";
import type { VFile } from "vfile";

/**
 * Check every view (seed 003, Verification): on each line, and in the stream by time, a parent must be told before what
 * hangs on it. Each violation is a message where it stands. Told depth first, two sessions that hang on one another
 * cannot both come first: that is said, and is no finding.
 */
export function checkOrder(tree: Root, file: VFile): Finding[] {
  const transcript = file.data.transcript!;
  const findings: Finding[] = [];
  const said = new Set<string>();
  for (const { child, parent } of misplacedEntries(transcript)) {
    const { path, line } = child.location;
    say(path, { line, column: 1 }, child.id, parent.id);
    findings.push(toFinding(child.id, parent.id));
  }
  for (const { child, parent } of findMisplaced(timeline(tree, file), transcript)) {
    if (!said.has(idOf(child))) findings.push(toFinding(idOf(child), idOf(parent)));
    sayNode(child, parent);
  }
  for (const { child, parent } of findMisplaced(tree, transcript)) sayNode(child, parent);
  return findings;

  function sayNode(child: TimelineNode, parent: TimelineNode): void {
    const path = typeof child.data === "object" ? child.data.path : undefined;
    say(path, child.position, idOf(child), idOf(parent));
  }

  function say(path: string | undefined, place: Parameters<typeof messageAt>[2], id: string, parent: string): void {
    if (said.has(id)) return;
    said.add(id);
    messageAt(file, path, place, `Unexpected place before \`${parent}\`, which it hangs on`, "message-order");
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
  return { id, reason: `Out of order: told before its parent \`${parent}\`` };
}

function idOf(node: TimelineNode): string {
  return node.uuid ?? (node.type === "message" ? node.id : undefined) ?? "";
}
