import type { Entry } from "../../entry/entry.ts";
import { isPassthrough } from "../../entry/kind.ts";
import type { ForkRule } from "./fork-rule.ts";

/**
 * Hooks and progress records are beside at most one other child.
 * They come first; the thread continues with the other child.
 *
 * Two hooks, often far apart in time; the chain ends:
 *
 * ```shape
 * A1 ┬ P1
 *    └ P2
 * ```
 *
 * ```threads rule=structural-sibling
 * A1 P1 P2
 * ```
 *
 * A progress record without children, beside the next turn:
 *
 * ```shape
 * A1 ┬ U1 ─ A2
 *    └ P1
 * ```
 *
 * ```threads rule=structural-sibling
 * A1 P1 U1 A2
 * ```
 *
 * A passthrough entry above user or assistant entries does not fit, nor does a user entry above hooks only (that is
 * parallel-result).
 */
export const structuralSibling: ForkRule = {
  name: "structural-sibling",
  judge({ children, facts }) {
    const isAside = (child: Entry) => isPassthrough(child) && facts.isStructural(child);
    const structural = children.filter(isAside);
    if (structural.length === 0 || children.length - structural.length > 1) return undefined;
    return { inline: structural, next: children.find((child) => !isAside(child)) };
  },
};
