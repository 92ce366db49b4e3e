import type { ToolCall } from "./content.ts";
import type { Agent, ThreadNode, Message, Nodes } from "./types.ts";
import { isThread } from "./path-to.ts";
import { childrenOf, walk } from "./walk.ts";

/** An agent of a tree, and what it was born from. */
export interface SpawnedAgent {
  readonly agent: Agent;
  /** The line that it stands on. */
  readonly thread: ThreadNode;
  /** The call that bore it, and the message that holds the call; nothing where no call is known. */
  readonly call?: ToolCall | undefined;
  readonly caller?: Message | undefined;
}

/**
 * The agents of a tree in reading order, each with the call that bore it.
 *
 * @param tree the finished tree, or a part of it.
 */
export function agentsIn(tree: Nodes): SpawnedAgent[] {
  const found: SpawnedAgent[] = [];
  const calls = new Map<ThreadNode, ReturnType<typeof callersOn>>();
  walk(tree, (node, thread) => {
    if (node.type !== "agent" || thread === undefined || !isThread(thread)) return;
    const callers = calls.get(thread) ?? callersOn(thread);
    calls.set(thread, callers);
    found.push({ agent: node, thread, ...callers.get(keyOf(node.from.toolUseId, node.agentId)) });
  });
  return found;
}

function callersOn(thread: ThreadNode): Map<string, { call: ToolCall; caller: Message }> {
  const callers = new Map<string, { call: ToolCall; caller: Message }>();
  for (const caller of thread.children) {
    if (caller.type !== "message") continue;
    for (const call of caller.children)
      if (call.type === "toolCall")
        for (const agentId of call.agents ?? []) callers.set(keyOf(call.id, agentId), { call, caller });
  }
  return callers;
}

function keyOf(toolUseId: string | undefined, agentId: string): string {
  return `${toolUseId}\n${agentId}`;
}

/**
 * What is said in an agent, in reading order: its messages and those of its branches, not those of its own agents.
 *
 * @param agent the agent.
 */
export function messagesOf(agent: Agent): Message[] {
  const messages: Message[] = [];
  const open: Nodes[] = [agent];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.type === "message") messages.push(next);
    else if (next === agent || next.type === "branch")
      for (const child of [...childrenOf(next)].reverse()) open.push(child);
  }
  return messages;
}

const counted = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];

/**
 * The tokens of all answers of an agent together, read and written. The client's own total is that of the last answer
 * only; it stands in where no answer is known.
 *
 * @param agent the agent; its own agents are not counted.
 * @returns 0 where nothing was recorded.
 */
export function tokensOf(agent: Agent): number {
  let sum = 0;
  for (const { usage } of messagesOf(agent))
    for (const key of counted) if (typeof usage?.[key] === "number") sum += usage[key];
  const total = agent.usage?.["total_tokens"];
  return sum === 0 && typeof total === "number" ? total : sum;
}
