import type { BranchRule } from "@ccdag/ccast";
import type { Entry } from "../../entry/entry.ts";
import type { KindRule, TrueFork } from "./rule.ts";

/**
 * The kinds of the sides of a true fork.
 *
 * @param fork where it is, and what leaves from it.
 * @param rules the kind rules.
 * @returns the kind of each start; `rewind` where every rule is switched off.
 */
export function kindsOf(fork: TrueFork, rules: readonly KindRule[]): Map<Entry, BranchRule> {
  const kinds = new Map<Entry, BranchRule>();
  // Elsewhere somebody went back, and that is all that is known.
  if (fork.starts[0]?.isChosen) return new Map(fork.starts.map((start) => [start, "rewind"]));
  for (const { name, take } of rules) for (const start of take(fork)) if (!kinds.has(start)) kinds.set(start, name);
  for (const start of fork.starts) if (!kinds.has(start)) kinds.set(start, "rewind");
  return kinds;
}
