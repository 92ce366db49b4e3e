import { type SpawnedAgent, type Message, messagesOf, originFacts } from "@ccdag/ccast";
import type { AnnotateRule } from "@ccdag/core";

/**
 * An agent stopped before it answered: its last message is not its own text, or its call has no result.
 *
 * ```text
 * agent 7f: Claude "run", call t2 (no result)
 * ⇒ agent 7f is incomplete
 * ```
 *
 * A sidechain without a known call ends where the main thread continues (seed 002); if nothing follows it, it is
 * incomplete. So is an agent that the client reports as killed or failed.
 */
export const incompleteAgent: AnnotateRule = {
  name: "incomplete-agent",
  annotate({ agents }) {
    for (const spawned of agents) if (!spawned.agent.missing && isCutOff(spawned)) spawned.agent.incomplete = true;
  },
};

function isCutOff({ agent, thread, call }: SpawnedAgent): boolean {
  if (agent.status === "killed" || agent.status === "failed") return true;
  const last = messagesOf(agent).findLast(isConversation);
  if (last === undefined || !isAnswer(last)) return true;
  if (call) return call.result === undefined;
  return agent.mode === "inline" && !thread.children.slice(thread.children.indexOf(agent)).some(continuesThread);
}

/** Messages that the client inserts are not part of the conversation. */
function isConversation({ role, origin }: Message): boolean {
  return role === "assistant" || originFacts(origin).cutsOffAgent === true;
}

/** A text at the end, or a call of a tool that delivers the answer. */
function isAnswer({ role, origin, children }: Message): boolean {
  if (role !== "assistant" || !originFacts(origin).isReply) return false;
  const last = children.at(-1);
  return last?.type === "text" || (last?.type === "toolCall" && answeringTools.has(last.name));
}

const answeringTools = new Set(["StructuredOutput", "SendMessage"]);

function continuesThread({ type }: { type: string }): boolean {
  return type === "message" || type === "compaction" || type === "branch";
}
