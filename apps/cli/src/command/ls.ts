import { joinSessions, type SessionSummary, type SessionColumnName, sessionColumns, shorten } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import { oneLine } from "@ccdag/mdast";
import { RequestError, toJson } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import {
  alignOf,
  cellOf,
  compareTexts,
  dataOf,
  goneRows,
  headOf,
  listed,
  type ListedRow,
  MessageList,
  optionalOf,
  type PeriodOptions,
  type PriceOptions,
  projectFolderOf,
  readPeriod,
  readPrices,
  type Rows,
  rowsOfInputs,
  type SessionRow,
} from "@ccdag/library";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { readLimit } from "../read-limit.ts";
import { lastFolders, table, toCsv } from "@ccdag/report";
import { costOption, csvOption, fromExport, jsonOption, limitOption, without } from "../shared-options.ts";
import type { Command } from "../command.ts";

/** Options of `ccdag ls`. */
export interface LsOptions extends Verbosity, Omit<PeriodOptions, "turns">, PriceOptions {
  projects?: boolean | undefined;
  /** What to list: what sessions are of. */
  by?: string | undefined;
  json?: boolean | undefined;
  csv?: boolean | undefined;
  sort?: string | undefined;
  limit?: string | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "ls",
  rank: 50,
  purpose: "read",
  description: "list the sessions of all projects, or of those that are named; newest first",
  arguments: [["[input...]", "path, project by name, session by id or title (default: all projects)"]],
  options: [
    ...fromExport("since", "until", "prices"),
    {
      name: "projects",
      flags: "--projects",
      description: "list projects, with the sums of their sessions",
    },
    {
      name: "by",
      flags: "--by <key>",
      description: "list the sums of sessions by",
      choices: { project: "", client: "the coding agent" },
      conflict: without("by", ["projects"]),
    },
    {
      name: "sort",
      isSetting: true,
      flags: "--sort <by>",
      description: "what to sort by: date, length, messages, branches, agents, cost, size, title, project",
      default: "date",
    },
    limitOption,
    csvOption,
    costOption,
    jsonOption,
  ],
  example: "ls --projects --sort cost",
  isUntrusted: true,
  run: (inputs, options, io) => runLs(inputs, options, io),
};

/** `ccdag ls`: lists the sessions of projects, or the projects, newest first. */
async function runLs(inputs: readonly string[], options: LsOptions, io: CommandIo): Promise<number> {
  const sort = readSort(options.sort);
  const limit = readLimit(options.limit, "rows");
  const period = readPeriod(options, io);
  const prices = await readPrices({ ...options, cost: options.cost ?? true }, io);
  const { rows, file } = await withGone(await rowsOfInputs(inputs, io), inputs, io);
  const isIn = ({ from, to }: SessionRow) =>
    (period.since === undefined || (to !== undefined && to >= period.since)) &&
    (period.until === undefined || (from !== undefined && from < period.until));
  const shown = listed(rows.filter(isIn), rows, prices, io.aliases);
  const view = readView(options);
  const all: readonly SessionSummary[] = view.of(shown);
  const sorted = all.toSorted(sort).slice(0, limit);
  const names = view.columns;
  if (options.json)
    await io.stdout(
      toJson(
        sorted.map((one) => dataOf(one, names)),
        2,
      ),
    );
  else if (options.csv)
    await io.stdout(
      await toCsv(
        sorted.map((one) => dataOf(one, names)),
        names,
      ),
    );
  else await io.stdout(format(sorted, rows, view, io));
  if (!options.quiet && sorted.length < all.length) io.stderr(`${sorted.length} of ${count(all.length, view.what)}\n`);
  await printMessages(file, options, io);
  return exitCode(file);
}

/** What is listed: sessions, or what they are of. */
interface View {
  /** A word for one row. */
  readonly what: "session" | "project" | "client";
  readonly of: (sessions: readonly ListedRow[]) => readonly SessionSummary[];
  /** The columns of JSON and CSV, and those of the table. */
  readonly columns: readonly SessionColumnName[];
  readonly table: readonly SessionColumnName[];
}

function readView({ projects, by = projects === true ? "project" : undefined }: LsOptions): View {
  if (by === "project")
    return { what: "project", of: projectsIn, columns: ["project", ...sumColumns], table: tableOf("project") };
  if (by === "client")
    return { what: "client", of: clientsIn, columns: ["client", ...clientColumns], table: tableOf("client") };
  return { what: "session", of: (sessions) => sessions, columns: sessionColumnsOfList, table: tableOfSessions };
}

/** Each project as one row. */
function projectsIn(sessions: readonly ListedRow[]): SessionSummary[] {
  return [...groupBy(sessions, ({ projectKey }) => projectKey).values()].map((own) => ({
    ...joinSessions(own),
    project: own[0]!.project,
    path: projectFolderOf(own[0]!.path),
  }));
}

/** Each coding agent as one row. */
function clientsIn(sessions: readonly ListedRow[]): SessionSummary[] {
  return [...groupBy(sessions, ({ client }) => client)].map(([client, own]) => ({ ...joinSessions(own), client }));
}

/** Add the sessions whose transcripts are gone; where inputs were named, only what is there is listed. */
async function withGone({ rows, file }: Rows, inputs: readonly string[], io: CommandIo): Promise<Rows> {
  if (inputs.length > 0) return { rows, file };
  const gone = await goneRows(io);
  const messages = new MessageList();
  messages.add(gone.file);
  messages.add(file);
  return { rows: [...rows, ...gone.rows], file: messages.toFile() };
}

const numberColumns = [
  "from",
  "to",
  "messages",
  "prompts",
  "branches",
  "agents",
  "cost",
  "unpriced",
  "bytes",
  "path",
] as const satisfies readonly SessionColumnName[];
const moreColumns = [
  "messagesOfAgents",
  "compactions",
  "toolCalls",
  "failedToolCalls",
  "toolCallsOfAgents",
  "agentsMissing",
  "agentsOfClient",
  "apiCalls",
  "tokensRead",
  "tokensWritten",
  "contextPeak",
  "contextWindow",
  "contextContent",
] as const satisfies readonly SessionColumnName[];
/** The columns of JSON and CSV. */
const sessionColumnsOfList: readonly SessionColumnName[] = [
  "session",
  "title",
  "project",
  "client",
  ...numberColumns,
  "continues",
  "isOnlyPrompts",
  ...moreColumns,
];
const sumColumns: readonly SessionColumnName[] = ["sessions", ...numberColumns, ...moreColumns];
/** Those of an agent have no place in common. */
const clientColumns = sumColumns.filter((name) => name !== "path");

type Order = (a: SessionSummary, b: SessionSummary) => number;

/** What lists are sorted by, as typed. Numbers and times have the greatest first. */
const orders: Readonly<Record<string, SessionColumnName>> = {
  date: "to",
  length: "length",
  messages: "messages",
  branches: "branches",
  agents: "agents",
  cost: "cost",
  size: "bytes",
  title: "title",
  project: "project",
};

function readSort(name = "date"): Order {
  if (!Object.hasOwn(orders, name))
    throw new RequestError(`Unexpected --sort \`${name}\`, expected ${Object.keys(orders).join(", ")}`);
  return (a, b) => compare(a, b, orders[name]!) || compare(a, b, "to") || compareTexts(a.path ?? "", b.path ?? "");
}

function compare(a: SessionSummary, b: SessionSummary, name: SessionColumnName): number {
  const { kind, value } = sessionColumns[name];
  if (kind !== "text") return Number(value(b) ?? 0) - Number(value(a) ?? 0);
  // A project has no title.
  const words = (one: SessionSummary) => String(value(one) ?? one.project ?? "");
  return compareTexts(words(a), words(b));
}

const counts = ["messages", "branches", "agents", "cost", "bytes"] as const;
const tableOfSessions: readonly SessionColumnName[] = [
  "session",
  "to",
  "age",
  "length",
  ...counts,
  "client",
  "project",
  "title",
];
const tableOf = (last: "project" | "client"): SessionColumnName[] => ["to", "age", "sessions", ...counts, last];

function format(rows: readonly SessionSummary[], all: readonly SessionRow[], view: View, io: CommandIo): string {
  if (rows.length === 0) return "No sessions.\n";
  const short = shorten(all.map(({ id }) => id));
  const style = { now: (io.now ?? new Date()).getTime(), zone: io.zone };
  const hasCost = rows.some(({ isPriced }) => isPriced);
  // Most people have one coding agent.
  const hasClients = view.what === "client" || new Set(rows.map(({ client }) => client)).size > 1;
  const isShown = (name: SessionColumnName) => (name === "cost" ? hasCost : name === "client" ? hasClients : true);
  const names = view.table.filter(isShown);
  const cell = (row: SessionSummary, name: SessionColumnName) => {
    if (name === "session") return short(row.id!);
    if (name === "title") return oneLine(row.title ?? "", 80);
    if (name === "project" && view.what === "session") return lastFolders(row.project!);
    return cellOf(row, name, style);
  };
  return table([names.map((name) => headOf(name)), ...rows.map((row) => names.map((name) => cell(row, name)))], {
    align: names.map((name) => alignOf(name)).join(""),
    optional: optionalOf(names).map((name) => headOf(name)),
    io,
  });
}
