import { type Agent, type Born, isLine, type Message, type Root, toText, walk } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import { tag } from "../tag.ts";

/** A notification, and the agent that it comes from. */
export interface Notified {
  readonly message: Message;
  readonly agent: Agent;
}

/** The notifications of a tree that come from an agent; those of shells and monitors do not. */
export function notificationsIn(tree: Root, agents: readonly Born[]): Notified[] {
  const born = groupBy(agents, ({ agent }) => agent.agentId);
  const found: Notified[] = [];
  if (born.size === 0) return found;
  walk(tree, (node, line) => {
    if (node.type !== "message" || node.origin !== "notification" || !line || !isLine(line)) return;
    const named = born.get(tag(toText(node), "task-id")) ?? [];
    const agent = (named.find((one) => one.line === line) ?? named[0])?.agent;
    if (agent) found.push({ message: node, agent });
  });
  return found;
}
