import type { Account, Finding } from "@ccdag/ccast";
import { count } from "../count.ts";

/**
 * Format the first line of `ccdag check`: the number of findings, and the account of all lines.
 *
 * @param findings the records that are lost, doubled or out of order.
 * @param account the account of the tree.
 * @returns one line without a line ending.
 */
export function verdict(
  findings: readonly Finding[],
  { lines, placed, hidden, folded, bookkeeping, malformed }: Account,
): string {
  const found = findings.length === 0 ? "Nothing is lost" : count(findings.length, "finding");
  return `${found}: ${lines} lines = ${placed} placed + ${hidden} hidden + ${folded.length} folded + ${bookkeeping.length} without uuid + ${malformed.length} malformed`;
}
