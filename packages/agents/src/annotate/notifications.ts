import {
  type Agent,
  type SpawnedAgent,
  isThread,
  type Message,
  type Nodes,
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
  if (agents.length === 0) return [];
  const topOf = topsIn(tree);
  const byTop = groupBy(agents, ({ agent }) => topOf.get(agent));
  const inTop = new Map([...byTop].map(([top, own]) => [top, firstById(own)]));
  // After `/clear`, a notification arrives in another session than its agent.
  const anywhere = firstById(agents.filter(({ agent }) => !agent.missing));
  const byThread = groupBy(agents, ({ thread }) => thread);
  const onThread = new Map([...byThread].map(([thread, own]) => [thread, firstById(own)]));
  const found: AgentNotification[] = [];
  walk(tree, (node, thread) => {
    if (node.type !== "message" || !originFacts(node.origin).isReport || !thread || !isThread(thread)) return;
    const id = taskIdIn(toText(node));
    const agent = onThread.get(thread)?.get(id) ?? inTop.get(topOf.get(thread))?.get(id) ?? anywhere.get(id);
    if (agent) found.push({ message: node, agent });
  });
  return found;
}

/** The node at the top of the tree that each thread is in. */
function topsIn(tree: Root): Map<Nodes, Nodes> {
  const tops = new Map<Nodes, Nodes>();
  walk(tree, (node, parent) => {
    if (isThread(node)) tops.set(node, (parent && tops.get(parent)) ?? node);
  });
  return tops;
}

function firstById(agents: readonly SpawnedAgent[]): Map<string, Agent> {
  return new Map(agents.map(({ agent }) => [agent.agentId, agent] as const).reverse());
}
