import { isPassthrough } from "../../entry/kind.ts";
import type { KindRule } from "./fork-rule.ts";

/**
 * The session was resumed at one of its messages, the parent of the new prompt. The abandoned conversation is below a
 * record that the client wrote after the message.
 *
 * ```shape
 * A1 ┬ P1 ─ U1 ─ A2
 *    └                U2 ─ A3
 * ```
 *
 * ```threads rule=resume-at
 * A1 | P1 U1 A2 | U2 A3*
 * ```
 *
 * The user may have gone back there before. All are sides of one fork:
 *
 * ```shape
 * A1 ┬ S1 ┬ U1 ─ A2
 *    │    └           U2 ─ A3
 *    └                          U3 ─ A4
 * ```
 *
 * ```threads rule=resume-at
 * A1 S1 | U1 A2 | U2 A3 | U3 A4*
 * ```
 *
 * After a rewind, both prompts have the same parent, the end of a turn.
 */
export const resumeAt: KindRule = {
  name: "resume-at",
  take({ at, starts, facts }) {
    if (at?.kind !== "assistant") return [];
    const children = new Set(facts.below(at));
    const left = starts.find((start) => isPassthrough(start) || !children.has(start));
    const resumed = starts.filter(
      (start) =>
        left !== undefined &&
        children.has(start) &&
        facts.isPrompt(start) &&
        facts.position(start) > facts.position(left),
    );
    // Of two sides both are the choice; of those below a note, the user had gone back to them before.
    if (resumed.length === 0) return [];
    return starts.every((start) => children.has(start)) ? starts : resumed;
  },
};
