import type { Account, Finding } from "@ccdag/ccast";
import { count } from "@ccdag/mdast/amounts";

/**
 * Format the first line of `ccdag check`: what is damaged, the number of findings, and the account of all lines.
 *
 * @param findings the records that are lost, doubled or out of order.
 * @param damage what was not understood, in words.
 * @param account the account of the tree.
 * @returns one line without a line ending.
 */
export function verdict(
  findings: readonly Finding[],
  damage: readonly string[],
  { lines, placed, hidden, folded, bookkeeping, malformed, recovered }: Account,
): string {
  const faults = findings.length === 0 ? [...damage] : [...damage, count(findings.length, "finding")];
  if (faults.length === 0 && lines === 0) faults.push("No record was found");
  const read = recovered.length === 0 ? "" : `; ${count(recovered.length, "record")} read on damaged lines`;
  const found = faults.length === 0 ? "Nothing is lost" : faults.join(", ");
  return `${found}: ${lines} lines = ${placed} placed + ${hidden} hidden + ${folded.length} folded + ${bookkeeping.length} without uuid + ${malformed.length} malformed${read}`;
}
