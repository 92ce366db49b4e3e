import { isAgentFile, type OwnRule } from "@ccdag/core";
import { agentIdOf, fileClaim, firstText } from "./agent-file.ts";

/**
 * The client runs agents of its own: to summarise a conversation, to suggest a prompt, to warm up. No call asked for
 * them, and the parents of their entries may lie in the main file, one here and one there.
 *
 * ```text
 * s.jsonl:                u1 ─ a1 ─ u2 ─ a2
 * agent-acompact-1.jsonl: c1 (hangs on u1)   c2 (hangs on u2)   c3 (hangs on a2)    ⇒ one line, mode internal
 * ```
 *
 * Each is one line that stands where its first entry hangs: never a branch of the main line, never a session, whatever
 * its parents say. Switched off, they count as agents like others.
 */
export const internalAgent: OwnRule = {
  name: "internal-agent",
  *claim(view) {
    if (!isAgentFile(view.path)) return;
    if (/^(?:acompact|aprompt_suggestion)-/.test(agentIdOf(view.path))) yield fileClaim(view, () => "internal");
    const prompts = view.entries.filter(({ kind }) => kind === "user");
    if (prompts.length === 1 && firstText(prompts[0]) === "Warmup") yield fileClaim(view, () => "warmup");
  },
};
