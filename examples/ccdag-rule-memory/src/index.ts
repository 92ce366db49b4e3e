import type {} from "@ccdag/agents";
import type { Extension, ForkRule } from "@ccdag/core";
import type { Plugin } from "unified";

/**
 * A memory note stands before the turn that continues beside it.
 *
 * ```shape
 * U1 ─ A1 ┬ U2=<user-memory-input>remember</user-memory-input>
 *         └ U3 ─ A3
 * ```
 *
 * ```threads rule=memory-note
 * U1 A1 U2 U3 A3
 * ```
 */
export const memoryNote: ForkRule = {
  name: "memory-note",
  judge({ children, facts }) {
    const notes = children.filter((child) => child.userKind === "memory" && facts.isStructural(child));
    const others = children.filter((child) => !notes.includes(child));
    if (notes.length === 0 || others.length !== 1) return undefined;
    return { inline: notes, next: others[0] };
  },
};

const extension: Extension = { fork: [memoryNote] };

/** unified plugin: recognise forks at a memory note. */
const ccdagRuleMemory: Plugin = function () {
  const data = this.data();
  data.ccdagExtensions = [...(data.ccdagExtensions ?? []), extension];
};

export default ccdagRuleMemory;
