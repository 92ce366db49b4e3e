import type { ForkRule } from "./rule.ts";

/**
 * The end of a turn, as the client notes it, is recorded beside the next turn.
 *
 * ```shape
 * A1 ┬ S1
 *    └ U1 ─ A2
 * ```
 *
 * ```threads rule=system-sibling
 * A1 S1 U1 A2
 * ```
 *
 * Not when the talk goes on below the system entry: two prompts are then a choice, of which one may be a draft.
 *
 * ```shape
 * A1 ┬ S1 ─ U2 ─ A2
 *    └ U1
 * ```
 *
 * ```threads rule=rewind
 * A1 | S1 U2 A2* | U1
 * ```
 */
export const systemSibling: ForkRule = {
  name: "system-sibling",
  judge({ children, facts }) {
    const notes = children.filter((child) => child.kind === "system" && facts.isStructural(child));
    const others = children.filter((child) => !notes.includes(child));
    return notes.length > 0 && others.length === 1 ? { inline: notes, next: others[0] } : undefined;
  },
};
