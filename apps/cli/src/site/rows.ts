import {
  emptyUsage,
  isThread,
  type Message,
  type Root,
  type Session,
  shortIds,
  measureUsage,
  prices,
  type UsageReport,
  walk,
} from "@ccdag/ccast";
import { formatTime, titleOf } from "@ccdag/mdast";
import type { IndexSession } from "@ccdag/render-html";
import { sessionDetails } from "./session-details.ts";

/** What an index says of a session, besides its title and its place. */
export interface SessionFacts {
  /** How deep it is below the first session: it continues the last one before it whose level is one lower. */
  readonly depth: number;
  /** The first and the last time, in milliseconds since 1970. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly messages: number;
  readonly branches: number;
  readonly agents: number;
  readonly models: readonly string[];
  /** Input and output tokens together. */
  readonly tokens: number;
  /** US dollars; 0 if the usage was measured without prices. */
  readonly cost: number;
  /** Calls whose model has no price. */
  readonly unpriced: number;
}

/**
 * List the sessions of a project for an index, in reading order.
 *
 * @param tree the finished tree.
 * @param hrefOf returns the address of a session.
 */
export function rowsOf(tree: Root, hrefOf: (session: Session) => string): IndexSession[] {
  const short = shortIds(tree);
  const report = measureUsage(tree, prices);
  const details = sessionDetails(tree, report);
  return [...sessionFacts(tree, report)].map(([session, facts]) => {
    const title = titleOf(session, 80) || short(session.sessionId);
    return { title, href: hrefOf(session), ...facts, ...details.get(session) };
  });
}

/**
 * Count what is in each session, without the sessions that continue it.
 *
 * @param tree the finished tree.
 * @param usage its usage.
 * @returns the facts of each session, in reading order.
 */
export function sessionFacts(tree: Root, { threads }: UsageReport): Map<Session, SessionFacts> {
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
  return new Map(
    sessions.map(({ session, depth, facts }) => {
      const { input, output, cacheRead, cacheWrite, models, cost, unpriced } = threads.get(session) ?? emptyUsage();
      const tokens = input + output + cacheRead + cacheWrite;
      return [session, { depth, ...facts, models: Object.keys(models), tokens, cost, unpriced }];
    }),
  );
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
