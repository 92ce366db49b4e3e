import {
  type Agent,
  type SpawnedAgent,
  isThread,
  type Message,
  originFacts,
  type Root,
  toText,
  walk,
} from "@ccdag/ccast";
import { groupBy, taskIdIn } from "@ccdag/core";

/** A notification, and the agent that it comes from. */
export interface AgentNotification {
  readonly message: Message;
  readonly agent: Agent;
}

const known = new WeakMap<readonly SpawnedAgent[], AgentNotification[]>();

/** The notifications of a tree that come from an agent, not those of shells and monitors. Found once for all rules. */
export function notificationsIn(tree: Root, agents: readonly SpawnedAgent[]): AgentNotification[] {
  const found = known.get(agents) ?? find(tree, agents);
  known.set(agents, found);
  return found;
}

function find(tree: Root, agents: readonly SpawnedAgent[]): AgentNotification[] {
  const byId = groupBy(agents, ({ agent }) => agent.agentId);
  const byThread = groupBy(agents, ({ thread }) => thread);
  const onThread = new Map([...byThread].map(([thread, own]) => [thread, firstById(own)]));
  const found: AgentNotification[] = [];
  if (byId.size === 0) return found;
  walk(tree, (node, thread) => {
    if (node.type !== "message" || !originFacts(node.origin).isReport || !thread || !isThread(thread)) return;
    const id = taskIdIn(toText(node));
    const agent = onThread.get(thread)?.get(id) ?? byId.get(id)?.[0]?.agent;
    if (agent) found.push({ message: node, agent });
  });
  return found;
}

function firstById(agents: readonly SpawnedAgent[]): Map<string, Agent> {
  return new Map(agents.map(({ agent }) => [agent.agentId, agent] as const).reverse());
}
