import type { Entry } from "../../entry/entry.ts";
import { isConversation } from "../../entry/kind.ts";
import type { Facts } from "../facts.ts";
import { beginsWithPrompt, concurrentSides } from "./concurrent-sides.ts";

/**
 * A fork is true if at least two of its children lead to a human prompt. Passthrough, system, meta and command entries
 * are looked through. Copies have been folded before.
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
 * A fork is also true if two processes continued one session at once, the second in the middle of a turn: see
 * concurrent-resume. If a source never writes a turn as a tree, each side with a user or assistant entry was chosen.
 *
 * Time does not count. Every other fork is one turn that was written as a tree, and becomes one thread. The
 * other rules of the family only name such a fork and choose the order of its entries.
 *
 * @param children the children of one entry in its thread.
 * @param facts facts about the entries below them.
 * @returns the children that start a branch; empty when the fork is not true.
 */
export function startsOf(children: readonly Entry[], facts: Facts): Entry[] {
  const beginning = children.filter((child) =>
    child.isChosen ? speaks(child, facts) : beginsWithPrompt(child, facts),
  );
  const concurrent = concurrentSides(children, facts);
  if (concurrent.length === 0) return beginning.length > 1 ? beginning : [];
  const starts = new Set([...beginning, ...concurrent]);
  return children.filter((child) => starts.has(child));
}

/** Whether the entry or any entry below it is a user or assistant entry or a queued command. */
export function speaks(entry: Entry, facts: Facts): boolean {
  return isConversation(entry) || !facts.isStructural(entry);
}
