import { isPassthrough } from "../../entry/kind.ts";
import type { ForkRule } from "./fork-rule.ts";

/**
 * The notice of an interruption is beside the result that was cut short.
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
 * The notice comes last even if the conversation continues below the result:
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
 * The rule does not apply if anything but results, answers and passthrough entries is beside it.
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
