import type { Agent, Reference } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import { isAgentFile } from "../entry/role.ts";
import { callIds } from "../thread/fork/call-ids.ts";
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
  // An agent that continues an older one has its name and nesting level: it was not spawned by it.
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
    continues: continued(thread, dag),
    messageCount: family(thread).reduce((sum, { entries }) => sum + entries.filter(({ message }) => message).length, 0),
    startedAt: times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : undefined,
    endedAt: times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : undefined,
    children: [],
  };
}

/**
 * The message of another agent that the file of an agent continues. The call that spawned it, and the result of
 * that call, are no such message.
 */
function continued({ entries: [first], info }: Thread, dag: Dag): Reference | undefined {
  const edge = first && dag.edge(first.id);
  const parent = isRecorded(edge) ? dag.entries.get(edge.to) : undefined;
  const older = parent && dag.threads.get(dag.threadOf(parent.id));
  const { agentId, mode, anchor } = info.agent!;
  if (!parent || !older?.agent || older.agent.agentId === agentId) return undefined;
  if (mode === "fork" || mode === "internal" || !isAgentFile(info.path)) return undefined;
  const isSpawn =
    anchor?.toolUseId !== undefined && (callIds(parent).includes(anchor.toolUseId) || parent.uuid === anchor.uuid);
  return isSpawn
    ? undefined
    : { uuid: parent.uuid ?? parent.id, sessionId: older.sessionId, agentId: older.agent.agentId };
}
