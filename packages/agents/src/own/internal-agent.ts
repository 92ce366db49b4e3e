import { clientPhrase, isAgentFile, type OwnRule } from "@ccdag/core";
import { agentIdOf, fileClaim, firstText } from "./agent-file.ts";

/**
 * An agent that the client runs by itself is one thread. It summarises a conversation, suggests a prompt, or warms up.
 * No call spawned it, and parents of its entries are scattered over the main file.
 *
 * ```shape
 * U1 ─ A1 ─ U2 ─ A2
 * --- agent-acompact-1
 * U3^U1 ─ A3   U4^A1
 * ```
 *
 * ```threads
 * A1 → internal: U3 A3 U4
 * U1 A1 U2 A2
 * ```
 *
 * It is placed at the last entry that is a parent of one of its entries. With the rule switched off, it is an agent
 * like any other.
 */
export const internalAgent: OwnRule = {
  name: "internal-agent",
  *claim(view) {
    if (!isAgentFile(view.path)) return;
    if (/^(?:acompact|aprompt_suggestion)-/.test(agentIdOf(view.path))) yield fileClaim(view, () => "internal");
    const prompts = view.entries.filter(({ kind }) => kind === "user");
    if (prompts.length === 1 && firstText(prompts[0]) === clientPhrase("warm-up"))
      yield fileClaim(view, () => "warmup");
  },
};
