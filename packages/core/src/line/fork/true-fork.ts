import type { Entry } from "../../entry/entry.ts";
import type { Facts } from "../facts.ts";

/**
 * The decisive test, asked first and alone: a fork is true only if at least two of its children lead to a human prompt,
 * looking through passthrough, system, meta and command entries. Copies have been folded before.
 *
 * ```shape
 * A1 ┬ S1 ─ U1 ─ A2
 *    ├ U2=command ─ U3=stdout ─ U4 ─ A3
 *    └ P1 ─ P2
 * ```
 *
 * ```lines
 * A1 P1 P2 | S1 U1 A2 | U2 U3 U4 A3*
 * ```
 *
 * It asks nothing about time. Every other fork is one turn written as a tree, and becomes one line; the other rules of
 * the family only give it a name and, for some drawings, an order of its own. It cannot be switched off.
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
