import type { LinkRule } from "@ccdag/core";
import { firstText } from "../own/agent-file.ts";
import { splitCalls } from "./call-list.ts";
import { callIndex } from "./call-index.ts";
import { pair } from "./pair.ts";

/**
 * The first text of the agent is the prompt of a call.
 *
 * ```text
 * main: A1(call t1 "look around") ─ U1(result)      agent 7f: U2 "look around" ─ A2
 * ⇒ agent 7f is spawned at U1
 * ```
 *
 * If several calls have this prompt, the k-th agent by time gets the k-th call, and `ambiguous-anchor` is reported.
 */
export const promptExact: LinkRule = {
  name: "prompt-exact",
  *link(open, view) {
    if (open.length === 0) return;
    const byPrompt = splitCalls(callIndex(view).spawning, view, ({ input }) => input["prompt"]);
    yield* pair(open, view, ({ root }) => [byPrompt.get(firstText(root)) ?? []].flat(), "prompt is equal");
  },
};
