import type { Entry } from "../../entry/entry.ts";
import type { ForkRule } from "./fork-rule.ts";

/**
 * The client's note about the end of a turn is beside the next turn. The note comes first.
 *
 * ```shape
 * A1 ┬ S1
 *    └ U1 ─ A2
 * ```
 *
 * ```threads rule=system-sibling
 * A1 S1 U1 A2
 * ```
 *
 * If the conversation continues below the system entry, two prompts are a true fork:
 *
 * ```shape
 * A1 ┬ S1 ─ U2 ─ A2
 *    └ U1
 * ```
 *
 * ```threads rule=rewind
 * A1 | S1 U2 A2* | U1
 * ```
 */
export const systemSibling: ForkRule = {
  name: "system-sibling",
  judge({ children, facts }) {
    const isNote = (child: Entry) => child.kind === "system" && facts.isStructural(child);
    const notes = children.filter(isNote);
    const others = children.filter((child) => !isNote(child));
    return notes.length > 0 && others.length === 1 ? { inline: notes, next: others[0] } : undefined;
  },
};
