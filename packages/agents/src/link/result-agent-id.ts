import type { LinkRule } from "@ccdag/core";
import type { Call } from "./call-list.ts";
import { text } from "../normal.ts";
import { callIndex, recordOf } from "./call-index.ts";
import { linkNamed } from "./named.ts";

/**
 * The record of a result has the agent's id: `toolUseResult.agentId`, or `agent_id`. The latter is that of teammates
 * from 2.1.329 on.
 *
 * ```text
 * main: A1(call t1) ─ U1(result; toolUseResult.agentId = 7f)
 * ⇒ agent 7f is spawned at U1
 * ```
 *
 * A later call that resumes the agent has its id too: the first call spawned it.
 */
export const resultAgentId: LinkRule = {
  name: "result-agent-id",
  *link(open, view) {
    if (open.length === 0) return;
    yield* linkNamed(open, callIndex(view).all, idsOf, "result of", view);
  },
};

function idsOf(call: Call): Array<string | undefined> {
  const { agentId, agent_id: other } = recordOf(call);
  return [text(agentId), text(other)];
}
