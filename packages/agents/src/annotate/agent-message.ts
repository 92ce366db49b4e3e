import { type Agent, isThread, type ThreadNode, type Root, walk } from "@ccdag/ccast";
import type { AnnotateRule } from "@ccdag/core";
import { notificationsIn } from "./notifications.ts";

/**
 * Which agent a message comes from: a notification names its task, a teammate's message its sender.
 *
 * ```text
 * main: call t1 (teammate bo) … <teammate-message teammate_id="bo">…
 * ⇒ the message comes from the agent of t1
 * ```
 *
 * A sender is looked for among the teammates of the same line, and of those that it is a branch of. A name that two of
 * them have leads to neither, and a message with words of several has no one agent.
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
    const above = linesAbove(tree);
    walk(tree, (node, line) => {
      if (node.type !== "message" || node.senders?.length !== 1 || !line || !isThread(line)) return;
      const [name] = node.senders;
      const found = [...linesUp(line, above)].flatMap((at) => mates.get(at)?.get(name!) ?? []);
      const [mate, other] = found.filter(({ from }) => from.toolUseId !== undefined);
      if (mate && !other) node.about = mate.agentId;
    });
  },
};

/** A line, and those that it is a branch of. */
function* linesUp(thread: ThreadNode, above: ReadonlyMap<ThreadNode, ThreadNode>): Generator<ThreadNode> {
  for (let at: ThreadNode | undefined = thread; at; at = above.get(at)) {
    yield at;
    if (at.type !== "branch") return;
  }
}

/** The line that each line stands on. */
function linesAbove(tree: Root): Map<ThreadNode, ThreadNode> {
  const above = new Map<ThreadNode, ThreadNode>();
  walk(tree, (node, parent) => {
    if (parent && isThread(node) && isThread(parent)) above.set(node, parent);
  });
  return above;
}
