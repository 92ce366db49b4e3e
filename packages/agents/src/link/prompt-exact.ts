import { groupBy, type LinkRule } from "@ccdag/core";
import { firstText } from "../own/agent-file.ts";
import { callIndex } from "./calls.ts";
import { pair } from "./pair.ts";

/**
 * The first words of the agent are the prompt of a call (A015).
 *
 * ```text
 * main: A1(call t1 "look around") ─ U1(result)      agent 7f: U2 "look around" ─ A2
 * ⇒ agent 7f is born at U1
 * ```
 *
 * Where a prompt was sent several times, the k-th agent by time gets the k-th call, and `ambiguous-anchor` says so.
 */
export const promptExact: LinkRule = {
  name: "prompt-exact",
  *link(open, view) {
    if (open.length === 0) return;
    const byPrompt = groupBy(callIndex(view).spawning, ({ input }) => input["prompt"]);
    yield* pair(open, view, ({ root }) => byPrompt.get(firstText(root)) ?? [], "prompt is equal");
  },
};
