import { factsOf, type Ledger, measureUsage, type Prices, prices as listPrices, type Root } from "@ccdag/ccast";
import { divideAccount } from "./account.ts";
import { type TableFacts, readFacts } from "./facts.ts";
import { callRow, messageRow, usageRow } from "./rows-messages.ts";
import { agentRow, edgeRows, otherRow, sessionRow, tallyOf } from "./rows-threads.ts";
import type { TableName } from "./schema.ts";

/** A value of a row: a time is in milliseconds since 1970. */
export type Value = string | number | boolean | null;

/** A row, by the names of the columns. */
export type TableRow = Readonly<Record<string, Value>>;

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
  const makers: Readonly<Record<TableName, () => Iterable<TableRow>>> = {
    sessions: () => sessionRows(tree, facts, options.ledger),
    messages: () => messageRows(tree, facts, options.prices),
    tool_calls: () => map(facts.calls, callRow),
    agents: () => agentRows(facts),
    edges: () => edgeRows(facts),
    usage: () => usageRows(tree, facts, options.prices),
  };
  const all = Object.keys(makers) as TableName[];
  return new Map((names ?? all).map((name) => [name, { [Symbol.iterator]: () => makers[name]()[Symbol.iterator]() }]));
}

function* map<T>(items: Iterable<T>, make: (item: T) => TableRow): Generator<TableRow> {
  for (const item of items) yield make(item);
}

function* sessionRows(tree: Root, facts: TableFacts, ledger: Ledger | undefined): Generator<TableRow> {
  const counts = factsOf(tree);
  const accounts = ledger && divideAccount(facts, ledger);
  for (const session of facts.sessions)
    yield sessionRow(session, counts.get(session.node), facts, accounts?.sessions.get(session.node));
  for (const [stem, account] of accounts?.others ?? []) yield otherRow(stem, account);
}

function* agentRows(facts: TableFacts): Generator<TableRow> {
  const tally = tallyOf(facts);
  for (const agent of facts.agents) yield agentRow(agent, tally.get(agent.node));
}

function* messageRows(tree: Root, facts: TableFacts, prices: Prices | undefined): Generator<TableRow> {
  const { messages } = measureUsage(tree, prices ?? listPrices);
  for (const found of facts.messages)
    yield messageRow(found, found.node.type === "message" ? messages.get(found.node) : undefined);
}

function* usageRows(tree: Root, facts: TableFacts, prices: Prices = listPrices): Generator<TableRow> {
  const { messages } = measureUsage(tree, prices);
  for (const found of facts.messages) {
    const used = found.node.type === "message" ? messages.get(found.node) : undefined;
    if (used !== undefined && found.node.type === "message") yield usageRow(found, found.node, used, prices.version);
  }
}
