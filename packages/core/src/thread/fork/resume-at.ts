import { isPassthrough } from "../../entry/kind.ts";
import type { KindRule } from "./rule.ts";

/**
 * Names the sides of a true fork that comes from resuming a session at one of its messages. The parent of the new
 * prompt is the message itself. The abandoned conversation is below a record that the client wrote after the message.
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
 * After a rewind, both prompts have the same parent, the end of a turn: see rewind.
 */
export const resumeAt: KindRule = {
  name: "resume-at",
  take({ at, starts, facts }) {
    if (at?.kind !== "assistant") return [];
    const left = starts.find(isPassthrough);
    const isResumed = starts.some(
      (start) => left !== undefined && facts.isPrompt(start) && facts.position(start) > facts.position(left),
    );
    return isResumed ? starts : [];
  },
};
