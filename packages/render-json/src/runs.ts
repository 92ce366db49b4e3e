import { type Agent, isThread, type Root, type Session, type TimelineNode, walk } from "@ccdag/ccast";
import { agentThreads } from "./agent-threads.ts";
import { count, type Counts } from "./omitted.ts";
import { type ConversationPath, findPaths } from "./paths.ts";
import { createUniqueIds } from "./unique-ids.ts";

/** A path of a person or of an agent, from its beginning to a leaf. */
export interface ConversationRun extends ConversationPath {
  /** The session, the agent if it is one, and the last entry, with a slash between them. No other run has it. */
  readonly id: string;
  /** The session that the leaf belongs to. */
  readonly session: Session | undefined;
  readonly sessionId: string;
  /** The agent whose path it is; absent for one of a person. */
  readonly agent?: Agent | undefined;
  /** Whether the session continued on this path. */
  readonly active: boolean;
}

/** The runs of a tree. */
export interface ConversationRuns {
  /** First those of people, in reading order, then those of agents, each agent before those that it spawned. */
  readonly runs: readonly ConversationRun[];
  /** Paths have their beginnings in common: the one run that an entry or an agent counts for; of an active path if it is on one. */
  readonly owners: ReadonlyMap<TimelineNode | Agent, ConversationRun>;
}

/** Find the runs of a tree. */
export function findRuns(tree: Root): ConversationRuns {
  const unique = createUniqueIds();
  const runs: ConversationRun[] = [];
  for (const path of findPaths(tree)) {
    const session = path.threads.findLast((thread) => thread.type === "session");
    const { uuid, sessionId, active } = path.leaf;
    runs.push({ ...path, id: unique(`${sessionId}/${uuid}`), session, sessionId, active });
  }
  for (const { agent, sessionId, session, active, tree: alone } of agentThreads(tree))
    for (const path of findPaths(alone)) {
      const id = unique(`${sessionId}/${agent.agentId}/${path.leaf.uuid}`);
      runs.push({ ...path, id, session, sessionId, agent, active: active && path.leaf.active });
    }
  return { runs, owners: findOwners(runs) };
}

function findOwners(runs: readonly ConversationRun[]): Map<TimelineNode | Agent, ConversationRun> {
  const owners = new Map<TimelineNode | Agent, ConversationRun>();
  for (const isActive of [true, false])
    for (const run of runs)
      if (run.active === isActive)
        for (const node of [...run.path, ...run.agents]) if (!owners.has(node)) owners.set(node, run);
  return owners;
}

/** Count what no run says: records of the client, messages behind the end of a path, and agents without messages. */
export function countOutside(tree: Root, { runs, owners }: ConversationRuns, omitted: Counts): void {
  const agents = new Set(runs.map(({ agent }) => agent));
  walk(tree, (node, parent) => {
    if (node.type === "agent" && !agents.has(node)) count(omitted, "agent without a transcript");
    if (parent === undefined || !isThread(parent) || isThread(node)) return;
    if (node.type !== "message" && node.type !== "compaction") count(omitted, node.type);
    else if (!owners.has(node)) count(omitted, `${node.type} on no path`);
  });
}

/** What is recorded of a run besides its messages. */
export function runFacts({ leaf, session, active }: ConversationRun): object {
  const { title, cwd, gitBranch } = session ?? {};
  return { leaf: leaf.uuid, branch: leaf.branch, active, title, cwd, git_branch: gitBranch };
}

/** What is recorded of an agent besides its messages. */
export function agentFacts({ agentId, name, agentType, mode, description, status, from }: Agent): object {
  const spawned_by = from.toolUseId;
  return { agent_id: agentId, name, agent_type: agentType, mode, description, status, spawned_by };
}
