import { type Agent, isLine, type Lines, type Root, walk } from "@ccdag/ccast";
import type { TellRule } from "@ccdag/core";
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
export const agentMessage: TellRule = {
  name: "agent-message",
  tell({ tree, agents }) {
    for (const { message, agent } of notificationsIn(tree, agents)) message.about = agent.agentId;
    const mates = new Map<Lines, Map<string, Agent[]>>();
    for (const { agent, line } of agents) {
      if (agent.mode !== "teammate" || agent.name === undefined) continue;
      const names = mates.get(line) ?? new Map<string, Agent[]>();
      mates.set(line, names.set(agent.name, [...(names.get(agent.name) ?? []), agent]));
    }
    if (mates.size === 0) return;
    const above = linesAbove(tree);
    walk(tree, (node, line) => {
      if (node.type !== "message" || node.senders?.length !== 1 || !line || !isLine(line)) return;
      const [name] = node.senders;
      const found = [...linesUp(line, above)].flatMap((at) => mates.get(at)?.get(name!) ?? []);
      const [mate, other] = found.filter(({ from }) => from.toolUseId !== undefined);
      if (mate && !other) node.about = mate.agentId;
    });
  },
};

/** A line, and those that it is a branch of. */
function* linesUp(line: Lines, above: ReadonlyMap<Lines, Lines>): Generator<Lines> {
  for (let at: Lines | undefined = line; at; at = above.get(at)) {
    yield at;
    if (at.type !== "branch") return;
  }
}

/** The line that each line stands on. */
function linesAbove(tree: Root): Map<Lines, Lines> {
  const above = new Map<Lines, Lines>();
  walk(tree, (node, parent) => {
    if (parent && isLine(node) && isLine(parent)) above.set(node, parent);
  });
  return above;
}
