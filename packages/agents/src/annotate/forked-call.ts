import { messagesOf, type ToolCall } from "@ccdag/ccast";
import type { AnnotateRule } from "@ccdag/core";

/**
 * An agent that forks its parent's context begins with a copy of the call that spawned it.
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
      for (const { children } of messagesOf(agent))
        for (const child of children)
          if (child.type === "toolCall" && isCopy(child, call))
            child.repeats = { uuid: caller.uuid, rule: "forked-call" };
    }
  },
};

function isCopy(one: ToolCall, other: ToolCall): boolean {
  return one.id === other.id && one.name === other.name && JSON.stringify(one.input) === JSON.stringify(other.input);
}
