import type { Account, Finding } from "@ccdag/ccast";
import { count } from "../count.ts";

/**
 * What a check says first: whether something was found, and where all lines went.
 *
 * @param findings what is lost, doubled or out of order.
 * @param account the account of the tree.
 */
export function verdict(
  findings: readonly Finding[],
  { lines, placed, hidden, folded, bookkeeping, malformed }: Account,
): string {
  const found = findings.length === 0 ? "Nothing is lost" : count(findings.length, "finding");
  return `${found}: ${lines} lines = ${placed} placed + ${hidden} hidden + ${folded.length} folded + ${bookkeeping.length} without uuid + ${malformed.length} malformed`;
}
