import type {} from "@ccdag/agents";
import type { Extension, ForkRule } from "@ccdag/core";
import type { Plugin } from "unified";

/**
 * A note to the memory is told before the turn that went on beside it.
 *
 * ```shape
 * U1 ─ A1 ┬ U2=<user-memory-input>remember
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
    const notes = children.filter((child) => child.flavour === "memory" && facts.isStructural(child));
    const others = children.filter((child) => !notes.includes(child));
    if (notes.length === 0 || others.length !== 1) return undefined;
    return { inline: notes, next: others[0] };
  },
};

const extension: Extension = { fork: [memoryNote] };

/** unified plugin: names forks beside a note to the memory. */
const ccdagRuleMemory: Plugin = function () {
  const data = this.data();
  data.ccdagExtensions = [...(data.ccdagExtensions ?? []), extension];
};

export default ccdagRuleMemory;
