import { isCommand } from "../../entry/kind.ts";
import type { ForkRule } from "./fork-rule.ts";

/**
 * Local commands are siblings: below one caveat, or beside the turn that continues.
 *
 * ```shape
 * U1=caveat ┬ U2=command ─ U3=stdout
 *           ├ U4=command ──────────── U5=stdout
 *           └ U6=command ────────────────────── U7=stdout ─ U8 ─ A1
 * ```
 *
 * ```threads rule=local-command
 * U1 U2 U3 U4 U5 U6 U7 U8 A1
 * ```
 *
 * ```shape
 * A1 ┬ U1=command ─ U2=stdout
 *    └ U3 ─ A2
 * ```
 *
 * ```threads rule=local-command
 * A1 U1 U2 U3 A2
 * ```
 *
 * The side that holds a prompt comes last; if none does, the side with the later end. If a command expands into a
 * prompt and another prompt is beside it, the fork is true:
 *
 * ```shape
 * U1=caveat ┬ U2=command ─ U3=meta ─ A1
 *           └                             U4 ─ A2
 * ```
 *
 * ```threads rule=rewind
 * U1 | U2 U3 A1 | U4 A2*
 * ```
 */
export const localCommand: ForkRule = {
  name: "local-command",
  judge({ at, children, facts }) {
    const live = children.find(facts.hasPrompt) ?? facts.laterEnd(children);
    const others = children.filter((child) => child !== live);
    const commands = others.filter(facts.isCommandOnly);
    if (!isCommand(at) && commands.length < others.length) return undefined;
    return children.some((child) => isCommand(child)) ? { inline: others, next: live } : undefined;
  },
};
