import { isPassthrough } from "../../entry/kind.ts";
import type { KindRule } from "./rule.ts";

/**
 * A session was resumed at one of its messages. The new prompt hangs on the message itself, while the talk that was
 * left behind hangs on what the client wrote after it.
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
 * A person who goes back types below the end of a turn, where the first prompt hangs as well: see rewind.
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
