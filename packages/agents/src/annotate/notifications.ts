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
import { groupBy, tag } from "@ccdag/core";

/** A notification, and the agent that it comes from. */
export interface Notified {
  readonly message: Message;
  readonly agent: Agent;
}

const known = new WeakMap<readonly SpawnedAgent[], Notified[]>();

/** The notifications of a tree that come from an agent; those of shells and monitors do not. Found once for all rules. */
export function notificationsIn(tree: Root, agents: readonly SpawnedAgent[]): Notified[] {
  const found = known.get(agents) ?? find(tree, agents);
  known.set(agents, found);
  return found;
}

function find(tree: Root, agents: readonly SpawnedAgent[]): Notified[] {
  const spawned = groupBy(agents, ({ agent }) => agent.agentId);
  const found: Notified[] = [];
  if (spawned.size === 0) return found;
  walk(tree, (node, line) => {
    if (node.type !== "message" || !originFacts(node.origin).isReport || !line || !isThread(line)) return;
    const named = spawned.get(tag(toText(node), "task-id")) ?? [];
    const agent = (named.find((one) => one.thread === line) ?? named[0])?.agent;
    if (agent) found.push({ message: node, agent });
  });
  return found;
}
