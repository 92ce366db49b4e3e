import type { Agent, Root, Session } from "@ccdag/ccast";

/** A session or agent of the tree: its node, its session, and the node at the top of the part that holds it. */
export interface Member {
  readonly node: Session | Agent;
  /** The id of the session of its thread. */
  readonly sessionId: string;
  /** A session of the root, or an agent that no call is known for. */
  readonly top: Session | Agent;
}

/**
 * Add each agent that no call is known for to the end of its session. If that session is not loaded, or is itself below
 * the agent, an empty one is made.
 *
 * @param agents the agents, which are in no other node; in their final order.
 * @param root the tree, which is changed.
 * @param members every session and agent, in the order in which they were built.
 */
export function adopt(agents: readonly Agent[], root: Root, members: Iterable<Member>): void {
  const homes = new Map<string, Session>();
  const sessionIdOf = new Map<Agent, string>();
  const topOf = new Map<Session, Session | Agent>();
  for (const { node, sessionId, top } of members)
    if (node.type === "agent") sessionIdOf.set(node, sessionId);
    else {
      topOf.set(node, top);
      if (!homes.has(node.sessionId)) homes.set(node.sessionId, node);
    }
  const homeless = agentsInCycles(agents, (agent) => {
    const home = homes.get(sessionIdOf.get(agent)!);
    const top = home && topOf.get(home);
    return top?.type === "agent" ? top : undefined;
  });
  const made = new Map<string, Session>();
  for (const agent of agents) {
    const sessionId = sessionIdOf.get(agent)!;
    const home = homeless.has(agent) ? undefined : homes.get(sessionId);
    (home ?? made.get(sessionId) ?? create(sessionId)).children.push(agent);
  }

  function create(sessionId: string): Session {
    const session: Session = { type: "session", sessionId, children: [] };
    made.set(sessionId, session);
    root.children.push(session);
    return session;
  }
}

/** One agent of each cycle that the agents would form, each below the next one. */
function agentsInCycles(agents: readonly Agent[], above: (agent: Agent) => Agent | undefined): Set<Agent> {
  const found = new Set<Agent>();
  const safe = new Set<Agent>();
  for (const start of agents) {
    const path = new Set<Agent>();
    let at: Agent | undefined = start;
    while (at && !safe.has(at) && !path.has(at)) {
      path.add(at);
      at = above(at);
    }
    if (at && path.has(at)) found.add(at);
    for (const agent of path) safe.add(agent);
  }
  return found;
}
