import type { Agent } from "@ccdag/ccast";
import { family } from "../thread/active.ts";
import type { Thread } from "../thread/thread.ts";
import type { SessionTree } from "../session/session.ts";

/**
 * Build the node of an agent without its children, from the facts that the link rules found.
 *
 * @param thread the transcript of the agent.
 * @param sessions the tree of threads.
 * @param above the agent that spawned this one, if an agent did.
 */
export function toAgent(thread: Thread, { dag, attachment }: SessionTree, above: Agent | undefined): Agent {
  const { anchor, ...info } = thread.info.agent!;
  const times = family(thread).flatMap(({ entries }) => entries.map(dag.timeOf).filter((time) => time > 0));
  const at = attachment(thread)?.at;
  // An agent that continues an older one has its name and nesting level: it was not spawned by it (A001).
  const older = thread.info.continues ? above : undefined;
  return {
    type: "agent",
    ...info,
    name: info.name ?? older?.name,
    agentType: info.agentType ?? older?.agentType,
    description: info.description ?? older?.description,
    team: info.team ?? older?.team,
    nestingLevel: older?.nestingLevel ?? (above?.nestingLevel ?? 0) + 1,
    from: at
      ? { uuid: at.uuid, toolUseId: anchor?.toolUseId, rule: anchor?.rule ?? "sidechain-parent" }
      : { rule: "unanchored-agent" },
    messageCount: family(thread).reduce((sum, { entries }) => sum + entries.filter(({ message }) => message).length, 0),
    startedAt: times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : undefined,
    endedAt: times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : undefined,
    children: [],
  };
}
