import type { Agent } from "@ccdag/ccast";
import { family } from "../thread/active.ts";
import type { Thread } from "../thread/thread.ts";
import type { SessionTree } from "../session/session.ts";

/**
 * The head of an agent, from what the link rules found.
 *
 * @param thread its transcript.
 * @param sessions the line that it hangs on.
 * @param above the agent whose line that is, if it is one's.
 */
export function toAgent(thread: Thread, { dag, attachment }: SessionTree, above: Agent | undefined): Agent {
  const { anchor, ...info } = thread.info.agent!;
  const times = family(thread).flatMap(({ entries }) => entries.map(dag.timeOf).filter((time) => time > 0));
  const at = attachment(thread)?.at;
  // An agent that goes on from an older one has its name, and is no agent of that one (A001).
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
