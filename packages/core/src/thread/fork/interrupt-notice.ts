import { isPassthrough } from "../../entry/kind.ts";
import type { ForkRule } from "./rule.ts";

/**
 * The notice of an interruption is recorded beside the result that it cut short.
 *
 * ```shape
 * A1 ┬ U1=r
 *    └ U2=interrupt ─ U3 ─ A2
 * ```
 *
 * ```threads rule=interrupt-notice
 * A1 U1 U2 U3 A2
 * ```
 *
 * Notices are told last, also where the talk goes on from the result:
 *
 * ```shape
 * A1 ┬ U2=interrupt
 *    └ U1=r ─ A2 ─ U3
 * ```
 *
 * ```threads rule=interrupt-notice
 * A1 U1 A2 U2 U3
 * ```
 *
 * A notice is the client's, never a prompt. Not when something else than results and answers stands beside it.
 */
export const interruptNotice: ForkRule = {
  name: "interrupt-notice",
  judge({ children }) {
    const notices = children.filter(({ userKind }) => userKind === "interrupt");
    const others = children.filter((child) => child.userKind !== "interrupt");
    if (notices.length === 0 || others.length === 0) return undefined;
    const isWork = others.every(
      (child) => child.kind === "assistant" || child.userKind === "tool-result" || isPassthrough(child),
    );
    return isWork ? { inline: [...others, ...notices] } : undefined;
  },
};
