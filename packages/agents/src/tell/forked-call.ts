import { messagesOf } from "@ccdag/ccast";
import type { TellRule } from "@ccdag/core";

/**
 * An agent that forks its parent's context begins with a copy of the call that bore it.
 *
 * ```text
 * main: call t1      agent 7f: call t1 (copied), Claude "…"
 * ⇒ t1 is told by the main line
 * ```
 *
 * The copy is marked with `repeats`.
 */
export const forkedCall: TellRule = {
  name: "forked-call",
  tell({ agents }) {
    for (const { agent, call, caller } of agents) {
      if (call === undefined || caller?.uuid === undefined) continue;
      for (const { children } of messagesOf(agent))
        for (const copy of children)
          if (copy.type === "toolCall" && copy.id === call.id)
            copy.repeats = { uuid: caller.uuid, rule: "forked-call" };
    }
  },
};
