import type { ForkRule } from "./fork-rule.ts";

/**
 * A prompt was queued during a turn, and sent when that was interrupted. The client writes it below a call or a result
 * of the turn.
 *
 * ```shape
 * A1 ┬ U1 ─ U2
 *    └           U3=r ─ U4=interrupt ─ A2 ─ U5 ─ A3
 * ```
 *
 * ```threads rule=queued-prompt
 * A1 U3 U4 U1 U2 A2 U5 A3
 * ```
 *
 * Where another call of the message had no result yet, a prompt is no choice: a user cannot go back to the middle of a
 * turn. It follows the result, and the notice of the interruption.
 *
 * ```shape
 * A1=m1 ┬ A2=m1 ─────────────── U4=r ─ U5=interrupt ─ A3 ┬ U6 ─ A4
 *       │                                                └           U7 ─ A5
 *       └         U1=r ─ U2 ─ U3
 * ```
 *
 * ```threads rule=rewind
 * A1 A2 U1 U4 U5 U2 U3 A3 | U6 A4 | U7 A5*
 * ```
 */
export const queuedPrompt: ForkRule = {
  name: "queued-prompt",
  judge({ children, facts }) {
    const isQueued = children.some((child) => {
      const first = facts.competing(child);
      return first !== undefined && facts.queuedAfter(first) !== undefined;
    });
    return isQueued ? { merge: children } : undefined;
  },
};
