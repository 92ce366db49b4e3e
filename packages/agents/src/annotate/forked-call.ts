import { messagesOf, type ToolCall } from "@ccdag/ccast";
import type { AnnotateRule } from "@ccdag/core";

/**
 * An agent that forks its parent's context begins with a copy of its call.
 *
 * ```text
 * main: call t1      agent 7f: call t1 (copied), Claude "…"
 * ⇒ the copy of t1 repeats the main thread
 * ```
 *
 * The copy is marked with `repeats`. Ids may repeat by chance, so tool and input are compared too.
 */
export const forkedCall: AnnotateRule = {
  name: "forked-call",
  annotate({ agents }) {
    for (const { agent, call, caller } of agents) {
      if (call === undefined || caller?.uuid === undefined) continue;
      const isCopy = createComparison(call);
      for (const { children } of messagesOf(agent))
        for (const child of children)
          if (child.type === "toolCall" && isCopy(child)) child.repeats = { uuid: caller.uuid, rule: "forked-call" };
    }
  },
};

function createComparison(call: ToolCall): (other: ToolCall) => boolean {
  let input: string | undefined;
  return ({ id, name, input: other }) => {
    if (id !== call.id || name !== call.name) return false;
    input ??= JSON.stringify(call.input);
    return JSON.stringify(other) === input;
  };
}
