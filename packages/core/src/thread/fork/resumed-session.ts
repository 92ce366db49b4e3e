import type { ForkRule } from "./fork-rule.ts";

/**
 * The last entries before a resume are beside the first ones after it.
 *
 * ```shape
 * A1 ─ U1=r ┬ A2
 *           └ A3=resume ─ U2 ─ A4
 * ```
 *
 * ```threads rule=resumed-session
 * A1 U1 A2 A3 U2 A4
 * ```
 *
 * The side that continues begins with what a client writes on a resume: an answer without a prompt, or a hook. It also
 * holds the later end. The other sides come before it, even if a prompt is among them:
 *
 * ```shape
 * A1 ┬ S1 ─ U1 ─ A2
 *    └ H1=resume ─── U2 ─ A3
 * ```
 *
 * ```threads rule=rewind
 * A1 | S1 U1 A2 | H1 U2 A3*
 * ```
 *
 * ```shape
 * A1 ┬ S1 ─ U1 ─ A2
 *    └ A9=resume ─── U2 ─ A3
 * ```
 *
 * ```threads rule=resumed-session
 * A1 S1 U1 A2 A9 U2 A3
 * ```
 */
export const resumedSession: ForkRule = {
  name: "resumed-session",
  judge({ children, facts }) {
    const resumed = children.filter(facts.isResumed);
    const [last] = resumed;
    if (resumed.length !== 1 || facts.laterEnd(children) !== last) return undefined;
    return { sequence: [...children.filter((child) => child !== last), last] };
  },
};
