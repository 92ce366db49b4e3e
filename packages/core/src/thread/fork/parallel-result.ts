import type { ForkRule } from "./fork-rule.ts";
import { answers } from "./call-ids.ts";

/**
 * The result of one parallel call is beside the next call. The result comes first;
 * the thread continues with the next call.
 *
 * ```shape
 * A1 ┬ U1=r ─ P1
 *    └ A2 ─ U2=r ─ A3
 * ```
 *
 * ```threads rule=parallel-result
 * A1 U1 P1 A2 U2 A3
 * ```
 *
 * A hook below the result comes after it. The rule does not apply if the conversation continues below the result (see
 * dead-end-call), or if the user entry is a prompt.
 *
 * ```shape
 * A1 ┬ U1=r ─ A3
 *    └ A2 ─ U2=r
 * ```
 *
 * ```threads rule=dead-end-call
 * A1 A2 U2 U1 A3
 * ```
 */
export const parallelResult: ForkRule = {
  name: "parallel-result",
  judge({ at, children, facts }) {
    const results = children.filter(({ kind }) => kind === "user");
    const calls = children.filter(({ kind }) => kind === "assistant");
    if (calls.length !== 1 || results.length === 0 || results.length + 1 !== children.length) return undefined;
    if (!results.every((result) => facts.isStructural(result) && !facts.isPrompt(result))) return undefined;
    if (!results.every((result) => answers(result, facts.callsOf(at)))) return undefined;
    return { inline: results, next: calls[0] };
  },
};
