import type { BranchRule } from "@ccdag/ccast";
import type { Entry } from "../../entry/entry.ts";
import type { KindRule, TrueFork } from "./fork-rule.ts";

/**
 * Find the kind of each side of a true fork.
 *
 * @param fork the entry that forks, and the sides.
 * @param rules the kind rules.
 * @returns the kind of each start; `rewind` if no rule takes it.
 */
export function kindsOf(fork: TrueFork, rules: readonly KindRule[]): Map<Entry, BranchRule> {
  const kinds = new Map<Entry, BranchRule>();
  // Other sources record only that the user went back.
  if (fork.starts[0]?.isChosen) return new Map(fork.starts.map((start) => [start, "rewind"]));
  for (const { name, take } of rules) for (const start of take(fork)) if (!kinds.has(start)) kinds.set(start, name);
  for (const start of fork.starts) if (!kinds.has(start)) kinds.set(start, "rewind");
  return kinds;
}
