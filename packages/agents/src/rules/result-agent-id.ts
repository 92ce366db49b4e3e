import { isObject, type LinkRule } from "@ccdag/core";
import { type Call, callIndex, linkTo } from "../index-calls.ts";

/** The result of the call names the agent in `toolUseResult.agentId` (A003, A004). */
export const resultAgentId: LinkRule = {
  name: "result-agent-id",
  *link(open, view) {
    const index = callIndex(view);
    const byAgent = new Map<string, Call>();
    for (const call of index.all) {
      const record = call.result?.raw["toolUseResult"];
      if (!isObject(record)) continue;
      for (const id of [record["agentId"], record["agent_id"]])
        if (typeof id === "string" && !byAgent.has(id)) byAgent.set(id, call);
    }
    for (const line of open) {
      const call = byAgent.get(line.info.agent!.agentId);
      if (call) yield linkTo(line, call, `result of ${call.id} names the agent`, index);
    }
  },
};
