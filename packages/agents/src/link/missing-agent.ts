import { type AgentInfo, isObject, type LinkView, type ThreadInfo, type LinkRule } from "@ccdag/core";
import type { Call } from "./call-list.ts";
import { text } from "../normal.ts";
import { idIn } from "../note.ts";
import { callIndex, recordOf, resultTexts } from "./call-index.ts";
import { linkTo } from "./link-to.ts";

/**
 * The result of a call, or its progress, names an agent that has no transcript. Its file was deleted, was not read, or was never written
 * (a teammate in a separate terminal).
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
    // Names of teammates may occur again in other sessions.
    const known = new Set<string>();
    for (const thread of view.threads)
      if (thread.agent)
        known.add(view.isHomeless(thread) ? thread.agent.agentId : keyOf(view.familyOf(thread), thread.agent.agentId));
    const stubs = new Set<string>();
    const inProgress = agentsInProgress(view);
    for (const call of index.spawning) {
      if (view.isClaimed(call)) continue;
      const agentId = idOf(call) ?? inProgress.get(keyOf(view.familyOf(view.threadOf(call.entry)), call.id));
      const thread = view.threadOf(call.entry);
      const { path, sessionId } = thread;
      if (agentId === undefined || stubs.has(keyOf(sessionId, agentId))) continue;
      if (known.has(agentId) || known.has(keyOf(view.familyOf(thread), agentId))) continue;
      stubs.add(keyOf(sessionId, agentId));
      const agent: AgentInfo = { agentId, mode: "sync", missing: true };
      const stub: ThreadInfo = { id: `${path}#agent-${agentId}`, path, sessionId, rule: "missing-agent", agent };
      yield linkTo(stub, call, `result or progress of ${call.id} names the agent`);
    }
  },
};

/** The agents that progress records name, by the family and the call that they belong to. */
function agentsInProgress(view: LinkView): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of view.entries) {
    const { subtype, raw } = entry;
    if (subtype !== "agent_progress" || !isObject(raw["data"])) continue;
    const [agentId, call] = [text(raw["data"]["agentId"]), text(raw["parentToolUseID"])];
    if (agentId !== undefined && call !== undefined)
      found.set(keyOf(view.familyOf(view.threadOf(entry)), call), agentId);
  }
  return found;
}

function keyOf(group: string, agentId: string): string {
  return `${group}\n${agentId}`;
}

/** The agent that a result names, in its record or its text. */
function idOf(call: Call): string | undefined {
  const { agentId, agent_id: other, teammate_id: mate } = recordOf(call);
  return text(agentId) ?? text(other) ?? text(mate) ?? idIn(resultTexts(call));
}
