import type { ToolCall } from "./content.ts";
import type { Agent, ThreadNode, Message, Nodes } from "./types.ts";
import { isThread } from "./path-to.ts";
import { childrenOf, walk } from "./walk.ts";

/** An agent of a tree, and the call that spawned it. */
export interface SpawnedAgent {
  readonly agent: Agent;
  /** The thread that holds the agent. */
  readonly thread: ThreadNode;
  /** The tool call that spawned it; `undefined` if no call is known. */
  readonly call?: ToolCall | undefined;
  /** The message that holds the call. */
  readonly caller?: Message | undefined;
}

/**
 * List the agents of a tree, each with the tool call that spawned it.
 *
 * @param tree the finished tree, or a part of it.
 * @returns one row per agent, in reading order, nested agents included.
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

/** Whether the client runs an agent by itself, such as a warm-up: no tool call asked for it. */
export function isRunByClient({ mode }: Pick<Agent, "mode">): boolean {
  return mode === "warmup" || mode === "internal";
}

/**
 * List the messages of an agent.
 *
 * @param agent the agent.
 * @returns its messages and those of its branches, in reading order; those of the agents that it spawned are not
 *   included.
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
 * Sum the tokens of all answers of an agent: input, output, cache reads and cache writes. The total that the client
 * records covers only the last answer; it is used if no answer is known.
 *
 * @param agent the agent; agents that it spawned are not counted.
 * @returns tokens; 0 if no usage was recorded.
 */
export function tokensOf(agent: Agent): number {
  let sum = 0;
  for (const { usage } of messagesOf(agent))
    for (const key of counted) if (typeof usage?.[key] === "number") sum += usage[key];
  const total = agent.usage?.["total_tokens"];
  return sum === 0 && typeof total === "number" ? total : sum;
}
