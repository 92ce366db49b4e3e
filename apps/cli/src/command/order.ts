import type { Finding } from "@ccdag/ccast";
import { verifyOrder } from "@ccdag/order";
import type { Transcript } from "@ccdag/processor";

/** On every line a parent must be told before what hangs on it (seed 003, Verification). */
export function checkOrder({ lines, dag }: Transcript): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set(lines.trunks);
  for (const line of seen) for (const side of line.sides) seen.add(side.line);
  for (const { entries } of seen) {
    const options = { ids: ({ id }: { id: string }) => id, parent: ({ id }: { id: string }) => parentOf(id) };
    for (const { child, parent } of verifyOrder(entries, options))
      findings.push({ id: child.id, reason: `Out of order: told before its parent \`${parent.id}\`` });
  }
  return findings;

  function parentOf(id: string): string | undefined {
    const edge = dag.edge(id);
    return edge?.kind === "parent" || edge?.kind === "alias" ? edge.to : undefined;
  }
}
