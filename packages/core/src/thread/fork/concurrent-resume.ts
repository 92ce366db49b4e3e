import type { Entry } from "../../entry/entry.ts";
import type { KindRule } from "./rule.ts";

/**
 * Names the sides of a true fork that comes from two processes which continued one session at once: the prompt of one
 * was written while a turn of the other was still being written.
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
 * The rule looks at the order of lines in the file, never at times. It does not apply if the user returns to the first
 * side with a new prompt:
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
