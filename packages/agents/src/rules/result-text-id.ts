import type { LinkRule } from "@ccdag/core";
import { type Call, callIndex, linkTo } from "../index-calls.ts";

/** The text of the result ends with `agentId: …`: the only link of nested agents in 2.1.34 and 2.1.76. */
export const resultTextId: LinkRule = {
  name: "result-text-id",
  *link(open, view) {
    const index = callIndex(view);
    const byAgent = new Map<string, Call>();
    for (const call of index.spawning)
      for (const [, id] of call.resultText.matchAll(/\bagentId: ([\w-]+)/g))
        if (!byAgent.has(id!)) byAgent.set(id!, call);
    for (const line of open) {
      const call = byAgent.get(line.info.agent!.agentId);
      if (call) yield linkTo(line, call, `text of the result of ${call.id} names the agent`, index);
    }
  },
};
