import type { LinkRule } from "@ccdag/core";
import { type Call, callIndex, resultText } from "./calls.ts";
import { firstById, linkNamed } from "./named.ts";

/**
 * The text of the result has a line `agentId: …`. For nested agents of 2.1.34 and 2.1.76 there is nothing else.
 *
 * ```text
 * main: A1(call t1) ─ U1(result "done\nagentId: 7f (for resuming …)")
 * ⇒ agent 7f is born at U1
 * ```
 *
 * The client writes that line at the end, after what the agent answered; the answer may quote another id.
 */
export const resultTextId: LinkRule = {
  name: "result-text-id",
  *link(open, view) {
    if (open.length === 0) return;
    const index = callIndex(view);
    const named = firstById(index.spawning, (call) => [idInText(call)]);
    yield* linkNamed(open, named, (id) => `text of the result of ${id} names the agent`, index);
  },
};

/** The id in the last such line of a result. */
export function idInText(call: Call): string | undefined {
  return [...resultText(call).matchAll(/^agent_?id: *([\w@.-]+)/gim)].at(-1)?.[1];
}
