import {
  type FlowContent,
  type Message,
  messagesOf,
  originFacts,
  type SpawnedAgent,
  type ThreadNode,
} from "@ccdag/ccast";
import type { AnnotateRule } from "@ccdag/core";

/**
 * An agent stopped before it answered. Its last message is not its own text, or its call has no result.
 *
 * ```text
 * agent 7f: Claude "run", call t2 (no result)
 * ⇒ agent 7f is incomplete
 * ```
 *
 * A sidechain in the main file ends with the result of its call, or, without a known call, with anything
 * that follows it. If nothing does, it is incomplete. So is an agent that the client reports as killed or failed.
 */
export const incompleteAgent: AnnotateRule = {
  name: "incomplete-agent",
  annotate({ agents }) {
    const lastOf = new Map<ThreadNode, number>();
    const places = new Map<FlowContent, number>();
    for (const { thread } of agents) {
      if (lastOf.has(thread)) continue;
      lastOf.set(thread, thread.children.findLastIndex(continuesThread));
      for (const [index, child] of thread.children.entries()) if (child.type === "agent") places.set(child, index);
    }
    const isContinued = ({ agent, thread }: SpawnedAgent) => lastOf.get(thread)! > places.get(agent)!;
    for (const spawned of agents)
      if (!spawned.agent.missing && isCutOff(spawned, isContinued)) spawned.agent.incomplete = true;
  },
};

function isCutOff(spawned: SpawnedAgent, isContinued: (spawned: SpawnedAgent) => boolean): boolean {
  const { agent, call } = spawned;
  if (agent.status === "killed" || agent.status === "failed") return true;
  const last = messagesOf(agent).findLast(isConversation);
  const isAnswered = last !== undefined && isAnswer(last);
  if (agent.mode !== "inline") return !isAnswered || (call !== undefined && call.result === undefined);
  if (call === undefined) return !isContinued(spawned);
  // The call of a sidechain that was cut off has a result too: an error.
  return call.result === undefined || (call.result.isError === true && !isAnswered);
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
