import { type Agent, isThread, type ThreadNode, type Root, walk } from "@ccdag/ccast";
import type { AnnotateRule } from "@ccdag/core";
import { notificationsIn } from "./notifications.ts";

/**
 * A notification names its task, and a teammate's message its sender: both say which agent the message comes from.
 *
 * ```text
 * main: call t1 (teammate bo) … <teammate-message teammate_id="bo">…
 * ⇒ the message comes from the agent of t1
 * ```
 *
 * The sender is searched among the teammates of the same thread and of the threads that it is a branch of. If two of
 * them have the name, neither is taken. A message with several senders is not assigned to an agent.
 */
export const agentMessage: AnnotateRule = {
  name: "agent-message",
  annotate({ tree, agents }) {
    for (const { message, agent } of notificationsIn(tree, agents)) message.about = agent.agentId;
    const mates = new Map<ThreadNode, Map<string, Agent[]>>();
    for (const { agent, thread } of agents) {
      if (agent.mode !== "teammate" || agent.name === undefined) continue;
      const names = mates.get(thread) ?? new Map<string, Agent[]>();
      mates.set(thread, names.set(agent.name, [...(names.get(agent.name) ?? []), agent]));
    }
    if (mates.size === 0) return;
    const above = threadsAbove(tree);
    walk(tree, (node, thread) => {
      if (node.type !== "message" || node.senders?.length !== 1 || !thread || !isThread(thread)) return;
      const [name] = node.senders;
      const found = [...threadsUp(thread, above)].flatMap((at) => mates.get(at)?.get(name!) ?? []);
      const [mate, other] = found.filter(({ from }) => from.toolUseId !== undefined);
      if (mate && !other) node.about = mate.agentId;
    });
  },
};

/** A thread, and the threads that it is a branch of. */
function* threadsUp(thread: ThreadNode, above: ReadonlyMap<ThreadNode, ThreadNode>): Generator<ThreadNode> {
  for (let at: ThreadNode | undefined = thread; at; at = above.get(at)) {
    yield at;
    if (at.type !== "branch") return;
  }
}

/** The parent of each thread. */
function threadsAbove(tree: Root): Map<ThreadNode, ThreadNode> {
  const above = new Map<ThreadNode, ThreadNode>();
  walk(tree, (node, parent) => {
    if (parent && isThread(node) && isThread(parent)) above.set(node, parent);
  });
  return above;
}
