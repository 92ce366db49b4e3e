import { isThread, type Message, type Root, type Session, shortIds, measureUsage, walk } from "@ccdag/ccast";
import { formatTime, titleOf } from "@ccdag/mdast";
import type { IndexSession } from "@ccdag/render-html";

/**
 * List the sessions of a project for an index, in reading order.
 *
 * @param tree the finished tree.
 * @param hrefOf returns the address of a session.
 */
export function rowsOf(tree: Root, hrefOf: (session: Session) => string): IndexSession[] {
  const { threads } = measureUsage(tree);
  const short = shortIds(tree);
  const depths = new Map<object, number>();
  const sessions: Array<{ session: Session; depth: number; facts: Facts }> = [];
  /** The facts of the session that a thread belongs to. */
  const owners = new Map<object, Facts>();
  walk(tree, (node, parent) => {
    const depth =
      (parent ? (depths.get(parent) ?? 0) : 0) + (node.type === "session" && parent?.type !== "root" ? 1 : 0);
    let facts = parent && owners.get(parent);
    if (node.type === "session") {
      facts = { from: undefined, to: undefined, messages: 0, branches: 0, agents: 0 };
      sessions.push({ session: node, depth, facts });
    }
    if (!facts) return;
    if (isThread(node)) {
      owners.set(node, facts);
      depths.set(node, depth);
      if (node.type === "branch") facts.branches++;
      if (node.type === "agent" && !node.missing) facts.agents++;
    } else if (node.type === "message") count(node, facts);
  });
  return sessions.map(({ session, depth, facts }) => {
    const usage = threads.get(session);
    const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, models = {} } = usage ?? {};
    return {
      title: titleOf(session, 80) || short(session.sessionId),
      href: hrefOf(session),
      depth,
      ...facts,
      models: Object.keys(models),
      tokens: input + output + cacheRead + cacheWrite,
    };
  });
}

interface Facts {
  from: number | undefined;
  to: number | undefined;
  messages: number;
  branches: number;
  agents: number;
}

function count({ timestamp }: Message, facts: Facts): void {
  facts.messages++;
  // Times that are no valid dates are ignored.
  if (timestamp === undefined || formatTime(timestamp) === "") return;
  facts.from = Math.min(facts.from ?? timestamp, timestamp);
  facts.to = Math.max(facts.to ?? timestamp, timestamp);
}
