import type { Entry } from "../../entry/entry.ts";
import { isPassthrough } from "../../entry/kind.ts";
import type { Facts } from "../facts.ts";
import { answers } from "./call-ids.ts";
import type { ForkRule } from "./fork-rule.ts";

/**
 * Several sides of one answer's parallel work continue: they are merged.
 *
 * The conversation continues below a call and below the result beside it:
 *
 * ```shape
 * A1=m1 ┬ A2=m1@2 ─ U2=r@5 ─ A4@9
 *       └ U1=r@1 ─ A3@4
 * ```
 *
 * ```threads rule=tool-flow
 * A1 U1 A2 A3 U2 A4
 * ```
 *
 * Two results of one entry; equal times make no copy:
 *
 * ```shape
 * A1 ┬ U1=r@5 ──── A2@7
 *    └ U2=r@5 ─ A3@6
 * ```
 *
 * ```threads rule=tool-flow
 * A1 U1 U2 A3 A2
 * ```
 *
 * Two answers that are parts of one API message:
 *
 * ```shape
 * A1=m1 ┬ A2=m1:x ─ U1=r
 *       └ A3=m1:y ─ U2=r
 * ```
 *
 * ```threads rule=tool-flow
 * A1 A2 A3 U1 U2
 * ```
 *
 * The sides are merged by time, parents first, each up to its first prompt. The rule does not apply if a user entry is
 * anything but a result of these calls.
 */
export const toolFlow: ForkRule = {
  name: "tool-flow",
  judge({ at, children, facts }) {
    return isBatch(at, children, facts) || isOneMessage(children) ? { merge: children } : undefined;
  },
};

function isBatch(at: Entry, children: readonly Entry[], facts: Facts): boolean {
  const results = children.filter(({ kind }) => kind === "user");
  const others = children.filter(({ kind }) => kind !== "user");
  if (at.kind !== "assistant" || results.length === 0) return false;
  if (!others.every((child) => child.kind === "assistant" || isPassthrough(child))) return false;
  return results.every((result) => result.userKind === "tool-result" && answers(result, facts.callsOf(at)));
}

function isOneMessage(children: readonly Entry[]): boolean {
  const speaking = children.filter((child) => !isPassthrough(child));
  const id = speaking[0]?.message?.id;
  return id !== undefined && speaking.every(({ kind, message }) => kind === "assistant" && message?.id === id);
}
