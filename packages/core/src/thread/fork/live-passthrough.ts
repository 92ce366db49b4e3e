import { isPassthrough } from "../../entry/kind.ts";
import type { ForkRule } from "./fork-rule.ts";

/**
 * A progress record continues, and the result beside it ends. The result comes first.
 *
 * ```shape
 * A1 ┬ U1=r ─ P3
 *    └ P1 ─ A2 ┬ U2=r
 *              └ P2 ─ U3=r
 * ```
 *
 * ```threads rule=live-passthrough
 * A1 U1 P3 P1 A2 U2 P2 U3
 * ```
 *
 * The side that ends may also be an answer. No side may hold a prompt, answered or cancelled.
 */
export const livePassthrough: ForkRule = {
  name: "live-passthrough",
  judge({ children, facts }) {
    const live = children.filter((child) => isPassthrough(child) && !facts.isStructural(child));
    const [next] = live;
    if (live.length !== 1) return undefined;
    const others = children.filter((child) => child !== next);
    const ends = others.every(
      (child) => !facts.hasPrompt(child) && (facts.isStructural(child) || facts.isDeadEnd(child, children)),
    );
    return ends ? { inline: others, next } : undefined;
  },
};
