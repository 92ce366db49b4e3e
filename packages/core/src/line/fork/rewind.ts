import type { BranchRule } from "@ccdag/ccast";
import type { Entry } from "../../entry/entry.ts";
import type { Facts } from "../facts.ts";

/**
 * The true fork: a person went back and typed something else.
 *
 * ```shape
 * A1 ┬ U1 ─ A2
 *    └ U2 ─ A3
 * ```
 *
 * ```lines
 * A1 | U1 A2 | U2 A3*
 * ```
 *
 * Hooks, system entries and local commands before the prompts belong to their side. What stands beside the prompts
 * and holds none is told on the trunk, before the branches:
 *
 * ```shape
 * A1 ┬ P1
 *    ├ U1 ─ A2
 *    └ P2 ─ U2 ─ A3
 * ```
 *
 * ```lines
 * A1 P1 | U1 A2 | P2 U2 A3*
 * ```
 *
 * A side without any answer is a draft.
 */
export function branchRule(
  starts: readonly Entry[],
  { facts }: { readonly facts: Facts },
): (start: Entry) => BranchRule {
  const answered = starts.filter((start) => facts.hasAnswer(start));
  return (start) => (answered.length > 0 && !answered.includes(start) ? "draft" : "rewind");
}
