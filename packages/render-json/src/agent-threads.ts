import { type Agent, isThread, type Nodes, type Root, type Session, walk } from "@ccdag/ccast";

/** An agent, and where it is. */
export interface AgentThread {
  readonly agent: Agent;
  /** The id of the session above it; empty if there is none. */
  readonly sessionId: string;
  readonly session: Session | undefined;
  /** Whether no branch above it was given up. */
  readonly active: boolean;
  /** A tree of its own. An agent may have forks as a session has. */
  readonly tree: Root;
}

/** The agents of a tree, each before those that it spawned. */
export function agentThreads(tree: Root): AgentThread[] {
  const homes = new Map<Nodes | undefined, Pick<AgentThread, "session" | "active">>();
  const found: AgentThread[] = [];
  walk(tree, (node, parent) => {
    if (!isThread(node)) return;
    const { session, active } = homes.get(parent) ?? { session: undefined, active: true };
    const home = { session, active: active && (node.type !== "branch" || node.active === true) };
    homes.set(node, node.type === "session" ? { session: node, active: true } : home);
    if (node.type !== "agent") return;
    const sessionId = session?.sessionId ?? "";
    const alone: Root = { type: "root", children: [{ type: "session", sessionId, children: node.children }] };
    found.push({ agent: node, sessionId, session, active, tree: alone });
  });
  return found;
}
