import type { Entry } from "../../entry/entry.ts";
import { callNames } from "./call-ids.ts";
import type { ForkRule } from "./fork-rule.ts";

/**
 * The text of a skill is beside the results of the calls that loaded it. The text comes first.
 *
 * ```shape
 * A1 ┬ U1=r ─ A2
 *    └ U2=skill
 * ```
 *
 * ```threads rule=skill-body
 * A1 U2 U1 A2
 * ```
 *
 * The text names its call in `sourceToolUseID`. If it names none, it must be beside the result of a call of `Skill`.
 */
export const skillBody: ForkRule = {
  name: "skill-body",
  judge({ at, children, facts }) {
    const isSkill = [at, ...children].some((entry) => callNames(entry).includes("Skill"));
    const isOfFork = (child: Entry) => isBody(child, facts.callsOf(at), isSkill);
    const bodies = children.filter(isOfFork);
    const others = children.filter((child) => !isOfFork(child));
    if (bodies.length === 0 || others.length === 0) return undefined;
    const isDone = others.length === 1 && !bodies.some(facts.hasPrompt);
    return isDone ? { inline: bodies, next: others[0] } : { inline: [...bodies, ...others] };
  },
};

function isBody({ userKind, raw }: Entry, calls: ReadonlySet<string>, isSkill: boolean): boolean {
  return userKind === "skill" ? calls.has(String(raw["sourceToolUseID"])) : userKind === "meta" && isSkill;
}
