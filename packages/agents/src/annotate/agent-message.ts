import { type Agent, type Root, type SpawnedAgent, type ThreadNode, threadsIn } from "@ccdag/ccast";
import { type AnnotateRule, groupBy } from "@ccdag/core";
import { notificationsIn } from "./notifications.ts";

/**
 * A notification names its task, a teammate's message its sender.
 *
 * ```text
 * main: call t1 (teammate bo) … <teammate-message teammate_id="bo">…
 * ⇒ the message comes from the agent of t1
 * ```
 *
 * Both say which agent the message comes from. The sender is searched among the teammates of the thread and of those
 * that it is a branch of; it must be one.
 */
export const agentMessage: AnnotateRule = {
  name: "agent-message",
  annotate({ tree, agents }) {
    for (const { message, agent } of notificationsIn(tree, agents)) message.about = agent.agentId;
    const mates = agents.filter(({ agent }) => agent.mode === "teammate" && agent.from.toolUseId !== undefined);
    if (mates.length === 0) return;
    const byThread = groupBy(mates, ({ thread }) => thread);
    for (const root of rootThreads(tree)) annotateThreads(root, byThread);
  },
};

/** A thread, and the next of its children to look at. */
interface Frame {
  readonly thread: ThreadNode;
  next: number;
}

/** Go through a thread and its branches. The teammates by name of all threads on the way are at hand. */
function annotateThreads(root: ThreadNode, matesOf: ReadonlyMap<ThreadNode, readonly SpawnedAgent[]>): void {
  const byName = new Map<string, Agent[]>();
  const open: Frame[] = [];
  enter(root);
  for (let at = open.at(-1); at; at = open.at(-1)) {
    const node = at.thread.children[at.next++];
    if (node === undefined) leave(open.pop()!.thread);
    else if (node.type === "branch") enter(node);
    else if (node.type === "message" && node.senders?.length === 1) {
      const [mate, other] = byName.get(node.senders[0]!) ?? [];
      if (mate && !other) node.about = mate.agentId;
    }
  }

  function enter(thread: ThreadNode): void {
    for (const { agent } of matesOf.get(thread) ?? []) {
      if (agent.name === undefined) continue;
      const same = byName.get(agent.name);
      if (same) same.push(agent);
      else byName.set(agent.name, [agent]);
    }
    open.push({ thread, next: 0 });
  }

  function leave(thread: ThreadNode): void {
    for (const { agent } of matesOf.get(thread) ?? []) if (agent.name !== undefined) byName.get(agent.name)!.pop();
  }
}

/** The threads that are no branches. */
function rootThreads(tree: Root): ThreadNode[] {
  return threadsIn(tree).filter(({ type }) => type !== "branch");
}
