import type { Entry } from "../../entry/entry.ts";
import type { Facts } from "../facts.ts";

/**
 * The decisive test, asked first: a fork is true only if at least two of its children lead to a human prompt, looking
 * through passthrough, system, meta and command entries. Copies have been folded before. Every other fork is one turn
 * written as a tree.
 *
 * @param children what hangs on one entry of a line.
 * @param facts what lies below them.
 * @returns the children that start a branch; empty when the fork is not true.
 */
export function startsOf(children: readonly Entry[], facts: Facts): Entry[] {
  const starts = children.filter((child) => {
    const competing = facts.competing(child);
    return competing !== undefined && facts.isPrompt(competing);
  });
  return starts.length > 1 ? starts : [];
}
