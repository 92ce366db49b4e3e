import type { Entry } from "../../entry/entry.ts";
import { callIds, callNames } from "./calls.ts";
import type { ForkRule } from "./rule.ts";

/**
 * The text of a skill is recorded beside the results of the calls that asked for it.
 *
 * ```shape
 * A1 ┬ U1=r ─ A2
 *    └ U2=skill
 * ```
 *
 * ```lines rule=skill-body
 * A1 U2 U1 A2
 * ```
 *
 * It names its call by `sourceToolUseID`; where it names none, it must stand beside the result of a call of `Skill`.
 */
export const skillBody: ForkRule = {
  name: "skill-body",
  judge({ at, children }) {
    const group = [at, ...children.filter(({ message }) => message?.id !== undefined && message.id === at.message?.id)];
    const bodies = children.filter((child) => isBody(child, group));
    const others = children.filter((child) => !bodies.includes(child));
    if (bodies.length === 0 || others.length === 0) return undefined;
    return others.length === 1 ? { inline: bodies, next: others[0] } : { inline: [...bodies, ...others] };
  },
};

function isBody({ flavour, raw }: Entry, group: readonly Entry[]): boolean {
  const source = raw["sourceToolUseID"];
  if (flavour === "skill") return group.some((entry) => callIds(entry).includes(String(source)));
  return flavour === "meta" && group.some((entry) => callNames(entry).includes("Skill"));
}
