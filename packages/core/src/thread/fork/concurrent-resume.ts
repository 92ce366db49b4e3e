import type { Entry } from "../../entry/entry.ts";
import type { KindRule } from "./rule.ts";

/**
 * Two processes went on with one session at once: a turn of one was still being written when the prompt of the other
 * was.
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
 * Told by the order of the lines, never by times. Not when a person comes back to the first side with a new prompt:
 *
 * ```shape
 * A1 ┬ U1 ─ A2 ───────── U3 ─ A4
 *    └          U2 ─ A3
 * ```
 *
 * ```threads rule=rewind
 * A1 | U1 A2 U3 A4* | U2 A3
 * ```
 */
export const concurrentResume: KindRule = {
  name: "concurrent-resume",
  take({ starts, facts }) {
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
