import type { Entry } from "../../entry/entry.ts";
import { concurrentSides } from "./concurrent-sides.ts";
import type { KindRule } from "./fork-rule.ts";

/**
 * Two processes continued one session at once. The prompt of one was written while a turn of the other was still being
 * written.
 *
 * ```shape
 * A1 ┬ U1 ──── A2 ──── U3 ─ A4
 *    └    U2 ───── A3
 * ```
 *
 * ```threads rule=concurrent-resume
 * A1 | U1 A2 U3 A4* | U2 A3
 * ```
 *
 * The order of lines in the file decides. The rule does not apply if the user returns to the first side with a new
 * prompt:
 *
 * ```shape
 * A1 ┬ U1 ─ A2 ───────── U3 ─ A4
 *    └          U2 ─ A3
 * ```
 *
 * ```threads rule=rewind
 * A1 | U1 A2 U3 A4* | U2 A3
 * ```
 *
 * The second process may begin in the middle of a turn. Then the fork is where both have read the same: below the
 * prompt of that turn.
 *
 * ```shape
 * U1 ┬ A1=resume ─ U2 ──── A3 ──── U4 ─ A5
 *    └                 A2 ──── U3 ───────── A4
 * ```
 *
 * ```threads rule=concurrent-resume
 * U1 | A1 U2 A3 U4 A5 | A2 U3 A4*
 * ```
 *
 * If the turn was written wholly before, the session was resumed later: see resumed-session.
 */
export const concurrentResume: KindRule = {
  name: "concurrent-resume",
  take({ starts, facts }) {
    if (concurrentSides(starts, facts).length > 0) return starts;
    const sides = starts.map((start) => {
      const prompt = facts.competing(start)!;
      return { start, prompt, begins: facts.position(prompt), ends: facts.turnEnd(prompt) };
    });
    sides.sort((a, b) => a.begins - b.begins);
    const taken: Entry[] = [];
    let open: (typeof sides)[number] | undefined;
    for (const [index, side] of sides.entries()) {
      const next = sides[index + 1];
      const isBegun = open?.prompt.location.path === side.prompt.location.path && open.ends > side.begins;
      const isOvertaken = next?.prompt.location.path === side.prompt.location.path && side.ends > next.begins;
      if (isBegun || isOvertaken) taken.push(side.start);
      if (open === undefined || side.ends > open.ends) open = side;
    }
    return taken;
  },
};
