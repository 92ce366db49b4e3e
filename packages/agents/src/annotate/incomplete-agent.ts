import { type SpawnedAgent, type Message, messagesOf, originFacts } from "@ccdag/ccast";
import type { AnnotateRule } from "@ccdag/core";

/**
 * An agent that gave no answer was cut off: its last message is not its own words, or its call was never answered.
 *
 * ```text
 * agent 7f: Claude "run", call t2 (no result)
 * ⇒ agent 7f is incomplete
 * ```
 *
 * A sidechain of which no call is known ends where the main talk goes on (seed 002); one that nothing follows is
 * incomplete. So is a run that the client says was killed or failed.
 */
export const incompleteAgent: AnnotateRule = {
  name: "incomplete-agent",
  annotate({ agents }) {
    for (const spawned of agents) if (!spawned.agent.missing && isCutOff(spawned)) spawned.agent.incomplete = true;
  },
};

function isCutOff({ agent, thread, call }: SpawnedAgent): boolean {
  if (agent.status === "killed" || agent.status === "failed") return true;
  const last = messagesOf(agent).findLast(isSaid);
  if (last === undefined || !isAnswer(last)) return true;
  if (call) return call.result === undefined;
  return agent.mode === "inline" && !thread.children.slice(thread.children.indexOf(agent)).some(isTalk);
}

/** What the client says beside the talk ends nothing. */
function isSaid({ role, origin }: Message): boolean {
  return role === "assistant" || originFacts(origin).cutsOffAgent === true;
}

/** Words at the end, or a call that hands the answer over. */
function isAnswer({ role, origin, children }: Message): boolean {
  if (role !== "assistant" || !originFacts(origin).isReply) return false;
  const last = children.at(-1);
  return last?.type === "text" || (last?.type === "toolCall" && handsOver.has(last.name));
}

const handsOver = new Set(["StructuredOutput", "SendMessage"]);

function isTalk({ type }: { type: string }): boolean {
  return type === "message" || type === "compaction" || type === "branch";
}
