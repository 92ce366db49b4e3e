import type { Entry } from "../../entry/entry.ts";
import { isConversation } from "../../entry/kind.ts";
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
 * ```threads
 * A1 P1 P2 | S1 U1 A2 | U2 U3 U4 A3*
 * ```
 *
 * Entries of a source that never writes a turn as a tree are asked less: there each side that speaks was chosen.
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
    if (child.isChosen) return speaks(child, facts);
    const competing = facts.competing(child);
    return competing !== undefined && facts.isPrompt(competing);
  });
  return starts.length > 1 ? starts : [];
}

/** Whether somebody says something, in an entry or below it. */
export function speaks(entry: Entry, facts: Facts): boolean {
  return isConversation(entry) || !facts.isStructural(entry);
}
