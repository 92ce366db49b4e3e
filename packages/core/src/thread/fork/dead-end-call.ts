import type { ForkRule } from "./fork-rule.ts";
import { answers } from "./call-ids.ts";

/**
 * A parallel call ends, and the result beside it continues. The call comes first, then the
 * result.
 *
 * ```shape
 * A1 ┬ U1=r ─ A3 ─ U3
 *    └ A2 ─ U2=r
 * ```
 *
 * ```threads rule=dead-end-call
 * A1 A2 U2 U1 A3 U3
 * ```
 *
 * A side is a dead end if it holds neither the later end of what is below the fork nor a prompt. It is not empty: it
 * holds the result of the call, sometimes the answer of the whole turn.
 */
export const deadEndCall: ForkRule = {
  name: "dead-end-call",
  judge({ at, children, facts }) {
    if (at.kind !== "assistant" || !children.some(({ kind }) => kind === "assistant")) return undefined;
    if (!children.every(({ kind }) => kind === "assistant" || kind === "user")) return undefined;
    const live = children.filter((child) => !facts.isDeadEnd(child, children));
    const [next] = live;
    if (live.length !== 1 || next!.kind !== "user" || facts.isPrompt(next!)) return undefined;
    if (!answers(next!, facts.callsOf(at))) return undefined;
    return { inline: children.filter((child) => child !== next), next };
  },
};
