import { messagesOf, type ToolCall } from "@ccdag/ccast";
import type { AnnotateRule } from "@ccdag/core";

/**
 * An agent that forks its parent's context begins with a copy of the call that bore it.
 *
 * ```text
 * main: call t1      agent 7f: call t1 (copied), Claude "…"
 * ⇒ t1 is told by the main line
 * ```
 *
 * The copy is marked with `repeats`. Ids may repeat by chance: tool and input are the same too.
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
