import type { AgentInfo, ThreadInfo, LinkRule } from "@ccdag/core";
import { text } from "../words.ts";
import { idIn } from "../note.ts";
import { type Call, callIndex, recordOf, resultTexts } from "./calls.ts";
import { linkTo } from "./link-to.ts";

/**
 * The result of a call names an agent that has no transcript: its file was deleted, is not among the files that were
 * read, or was never written (a teammate in a separate terminal).
 *
 * ```text
 * main: A1(call t1) ─ U1(result; toolUseResult.agentId = 7f)      no agent-7f.jsonl
 * ⇒ agent 7f is spawned at U1, and is missing
 * ```
 *
 * The tree has a stub of it, with the fields of the call and its result.
 */
export const missingAgent: LinkRule = {
  name: "missing-agent",
  *link(_, view) {
    const index = callIndex(view);
    const known = new Set([...view.threads].map(({ agent }) => agent?.agentId));
    const stubs = new Set<string>(); // names of teammates may occur again in other sessions
    for (const call of index.spawning) {
      if (view.isClaimed(call)) continue;
      const agentId = idOf(call);
      const { path, sessionId } = view.threadOf(call.entry);
      if (agentId === undefined || known.has(agentId) || stubs.has(`${sessionId}\n${agentId}`)) continue;
      stubs.add(`${sessionId}\n${agentId}`);
      const agent: AgentInfo = { agentId, mode: "sync", missing: true };
      const thread: ThreadInfo = { id: `${path}#agent-${agentId}`, path, sessionId, rule: "missing-agent", agent };
      yield linkTo(thread, call, `result of ${call.id} names the agent`);
    }
  },
};

/** The agent that a result names, in its record or its text. */
function idOf(call: Call): string | undefined {
  const { agentId, agent_id: other, teammate_id: mate } = recordOf(call);
  return text(agentId) ?? text(other) ?? text(mate) ?? idIn(resultTexts(call));
}
