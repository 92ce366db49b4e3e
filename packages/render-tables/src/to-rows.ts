import {
  factsOf,
  type Ledger,
  measureUsage,
  type Prices,
  prices as listPrices,
  type Root,
  type Session,
  type SessionFacts,
  type UsageReport,
} from "@ccdag/ccast";
import type { TableRow } from "./table-row.ts";
import { divideAccount } from "./account.ts";
import { readFacts, type TableFacts } from "./facts.ts";
import { callRow, messageRow, usageRow } from "./rows-messages.ts";
import { agentRow, tallyOf } from "./agent-row.ts";
import { edgeRows } from "./edge-rows.ts";
import { otherRow, sessionRow } from "./session-rows.ts";
import type { TableName } from "./schema.ts";

/** What rows depend on besides the tree. */
export interface RowOptions {
  /** The folder that was read, which the project of transcripts that are directly in it is named after (default: no project). */
  readonly folder?: string | undefined;
  /** What reading found, for the account of `sessions` (default: no account). */
  readonly ledger?: Ledger | undefined;
  /** Prices of tokens (default: the list prices of `@ccdag/ccast`). */
  readonly prices?: Prices | undefined;
}

/**
 * Make the rows of tables from a tree.
 *
 * @param tree the finished tree, in depth-first order; it is not changed.
 * @param options the folder, the ledger and the prices.
 * @param names the tables (default: all).
 * @returns the rows of each table, in reading order. They are made when they are asked for, and each has a value for every column.
 */
export function toRows(
  tree: Root,
  options: RowOptions = {},
  names?: readonly TableName[],
): ReadonlyMap<TableName, Iterable<TableRow>> {
  const facts = readFacts(tree, options.folder);
  const prices = options.prices ?? listPrices;
  let measured: UsageReport | undefined;
  const usage = (): UsageReport => (measured ??= measureUsage(tree, prices));
  const makers: Readonly<Record<TableName, () => Iterable<TableRow>>> = {
    sessions: () => sessionRows(facts, factsOf(tree, usage()), options.ledger),
    messages: () => messageRows(facts, usage()),
    tool_calls: () => map(facts.calls, callRow),
    agents: () => agentRows(facts),
    edges: () => edgeRows(facts),
    usage: () => usageRows(facts, usage(), prices.version),
  };
  const all = Object.keys(makers) as TableName[];
  return new Map((names ?? all).map((name) => [name, { [Symbol.iterator]: () => makers[name]()[Symbol.iterator]() }]));
}

function* map<T>(items: Iterable<T>, make: (item: T) => TableRow): Generator<TableRow> {
  for (const item of items) yield make(item);
}

function* sessionRows(
  facts: TableFacts,
  counts: ReadonlyMap<Session, SessionFacts>,
  ledger: Ledger | undefined,
): Generator<TableRow> {
  const accounts = ledger && divideAccount(facts, ledger);
  for (const session of facts.sessions)
    yield sessionRow(session, counts.get(session.node), facts, accounts?.sessions.get(session.node));
  for (const [stem, account] of accounts?.others ?? []) yield otherRow(stem, account);
}

function* agentRows(facts: TableFacts): Generator<TableRow> {
  const tally = tallyOf(facts);
  for (const agent of facts.agents) yield agentRow(agent, tally.get(agent.node));
}

function* messageRows(facts: TableFacts, { messages }: UsageReport): Generator<TableRow> {
  for (const found of facts.messages)
    yield messageRow(found, found.node.type === "message" ? messages.get(found.node) : undefined);
}

function* usageRows(facts: TableFacts, { calls }: UsageReport, version: string): Generator<TableRow> {
  for (const found of facts.messages) {
    if (found.node.type !== "message") continue;
    for (const used of calls.get(found.node) ?? []) yield usageRow(found, found.node, used, version);
  }
  for (const { node, place, turn } of facts.agents)
    for (const call of node.calls ?? [])
      for (const used of calls.get(call) ?? [])
        yield usageRow({ id: undefined, place: { ...place, agent: node }, turn }, call, used, version);
}
