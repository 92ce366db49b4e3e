import {
  factsOf,
  measureUsage,
  type Prices,
  prices as listPrices,
  type Root,
  type Session,
  sessionColumns,
  type SessionFacts,
  shortIds,
} from "@ccdag/ccast";
import { titleOf } from "@ccdag/mdast";
import type { IndexSession } from "@ccdag/render-html";
import { sessionDetails } from "./session-details.ts";

/** What an index says of a session, besides its title and its place. */
export type IndexFacts = Pick<
  IndexSession,
  "depth" | "from" | "to" | "messages" | "branches" | "agents" | "models" | "tokens" | "cost" | "unpriced"
>;

/** What an index says of a session: a selection of its facts. */
export function indexFacts(facts: SessionFacts): IndexFacts {
  const { depth, from, to, messages, branches, agents, usage } = facts;
  const tokens = Number(sessionColumns.tokens.value(facts));
  const { cost, unpriced } = usage;
  return { depth, from, to, messages, branches, agents, models: Object.keys(usage.models), tokens, cost, unpriced };
}

/**
 * List the sessions of a project for an index, in reading order.
 *
 * @param tree the finished tree.
 * @param hrefOf returns the address of a session.
 * @param prices the prices of tokens (default: list prices).
 */
export function rowsOf(tree: Root, hrefOf: (session: Session) => string, prices: Prices = listPrices): IndexSession[] {
  const short = shortIds(tree);
  const report = measureUsage(tree, prices);
  const details = sessionDetails(tree, report);
  return [...factsOf(tree, report)].map(([session, facts]) => {
    const title = titleOf(session, 80) || short(session.sessionId);
    return { title, href: hrefOf(session), client: session.client, ...indexFacts(facts), ...details.get(session) };
  });
}
