import { shorten, sumUsage } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import { formatNumber, oneLine } from "@ccdag/mdast";
import { type Rows, rowsOfInputs } from "../archive/all-rows.ts";
import { lastFolders, projectNames, usageOfRow } from "../archive/facts.ts";
import { goneRows } from "../archive/gone.ts";
import { projectFolderOf } from "../archive/session-path.ts";
import type { SessionRow } from "../archive/session-row.ts";
import { formatAge, formatBytes, formatCost, formatSpan } from "../amounts.ts";
import { compareTexts } from "../compare-texts.ts";
import { count } from "../count.ts";
import { CallError, type CommandIo } from "../io.ts";
import { exitCode, MessageList, printMessages, type Verbosity } from "../messages.ts";
import { type PeriodOptions, readPeriod } from "../period.ts";
import { type PriceOptions, readPrices } from "../prices.ts";
import { readLimit } from "../read-limit.ts";
import { table } from "../table.ts";
import { formatIso, formatMinute } from "../time.ts";
import { toCsv } from "../to-csv.ts";
import { toJson } from "../to-json.ts";

/** Options of `ccdag ls`. */
export interface LsOptions extends Verbosity, Omit<PeriodOptions, "turns">, PriceOptions {
  projects?: boolean | undefined;
  json?: boolean | undefined;
  csv?: boolean | undefined;
  sort?: string | undefined;
  limit?: string | undefined;
}

/** A row of the list: a session, or a project with all of its sessions. */
interface ListRow {
  readonly session?: string | undefined;
  readonly title?: string | undefined;
  readonly project: string;
  /** The number of sessions of a project. */
  readonly sessions?: number | undefined;
  /** ISO times of the first and the last message. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly messages: number;
  readonly prompts: number;
  readonly branches: number;
  readonly agents: number;
  /** US dollars; absent without prices. */
  readonly cost?: number | undefined;
  /** Calls whose model has no price. */
  readonly unpriced?: number | undefined;
  readonly bytes: number;
  readonly path: string;
  readonly continues?: string | undefined;
  /** Whether the transcript of the session is gone; absent if it is not. */
  readonly isOnlyPrompts?: boolean | undefined;
}

/** `ccdag ls`: lists the sessions of projects, or the projects, newest first. */
export async function runLs(inputs: readonly string[], options: LsOptions, io: CommandIo): Promise<number> {
  const sort = readSort(options.sort);
  const limit = readLimit(options.limit, "rows");
  const period = readPeriod(options, io);
  const prices = await readPrices({ ...options, cost: options.cost ?? true }, io);
  const { rows, file } = await withGone(await rowsOfInputs(inputs, io), inputs, io);
  const isIn = ({ from, to }: SessionRow) =>
    (period.since === undefined || (to !== undefined && to >= period.since)) &&
    (period.until === undefined || (from !== undefined && from < period.until));
  const nameOf = projectNames(rows);
  const shown = rows.filter(isIn);
  const listed = options.projects ? projectRows(shown) : shown.map((row) => toRow([row]));
  const sorted = listed.sort(sort).slice(0, limit);
  if (options.json) await io.stdout(toJson(sorted, 2));
  else if (options.csv) await io.stdout(await toCsv(sorted, options.projects ? projectColumns : sessionColumns));
  else await io.stdout(format(sorted, rows, options, io));
  if (!options.quiet && sorted.length < listed.length)
    io.stderr(`${sorted.length} of ${count(listed.length, options.projects ? "project" : "session")}\n`);
  await printMessages(file, options, io);
  return exitCode(file);

  function toRow(sessions: readonly SessionRow[]): ListRow {
    const sum = (value: (row: SessionRow) => number) => sessions.reduce((all, row) => all + value(row), 0);
    const [first] = sessions as [SessionRow, ...SessionRow[]];
    const usage = sumUsage(sessions.map((row) => usageOfRow(row, prices)));
    const own = options.projects
      ? { sessions: sessions.length, path: projectFolderOf(first.path) }
      : {
          session: first.id,
          title: first.title,
          path: first.path,
          continues: first.continues,
          isOnlyPrompts: first.isOnlyPrompts,
        };
    return {
      ...own,
      project: nameOf(first),
      from: toIso(
        sessions.flatMap(({ from }) => from ?? []),
        Math.min,
      ),
      to: toIso(
        sessions.flatMap(({ to }) => to ?? []),
        Math.max,
      ),
      messages: sum(({ messages }) => messages),
      prompts: sum(({ prompts }) => prompts),
      branches: sum(({ branches }) => branches),
      agents: sum(({ agents }) => agents),
      ...(prices === undefined ? {} : { cost: usage.cost, unpriced: usage.unpriced }),
      bytes: sum(({ bytes }) => bytes),
    };
  }

  function projectRows(sessions: readonly SessionRow[]): ListRow[] {
    return [...groupBy(sessions, ({ path }) => projectFolderOf(path)).values()].map(toRow);
  }
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

function toIso(times: readonly number[], pick: (...times: number[]) => number): string | undefined {
  // There may be more sessions than a call can have arguments.
  const time = times.reduce((a, b) => pick(a, b), times[0] ?? Number.NaN);
  return formatIso(time);
}

const numberColumns = ["from", "to", "messages", "prompts", "branches", "agents", "cost", "unpriced", "bytes", "path"];
const sessionColumns = ["session", "title", "project", ...numberColumns, "continues", "isOnlyPrompts"];
const projectColumns = ["project", "sessions", ...numberColumns];

type Order = (a: ListRow, b: ListRow) => number;

/** Ways to sort. Numbers and times have the greatest first. */
const orders: Readonly<Record<string, Order>> = {
  date: (a, b) => compareTexts(b.to ?? "", a.to ?? "") || compareTexts(a.path, b.path),
  length: (a, b) => lengthOf(b) - lengthOf(a),
  messages: (a, b) => b.messages - a.messages,
  branches: (a, b) => b.branches - a.branches,
  agents: (a, b) => b.agents - a.agents,
  cost: (a, b) => (b.cost ?? 0) - (a.cost ?? 0),
  size: (a, b) => b.bytes - a.bytes,
  title: (a, b) => compareTexts(a.title ?? a.project, b.title ?? b.project),
  project: (a, b) => compareTexts(a.project, b.project),
};

function readSort(name = "date"): Order {
  const own = orders[name];
  if (own === undefined || !Object.hasOwn(orders, name))
    throw new CallError(`Unexpected --sort \`${name}\`, expected ${Object.keys(orders).join(", ")}`);
  return (a, b) => own(a, b) || orders["date"]!(a, b);
}

function lengthOf({ from, to }: ListRow): number {
  return from === undefined || to === undefined ? 0 : Date.parse(to) - Date.parse(from);
}

function format(rows: readonly ListRow[], all: readonly SessionRow[], options: LsOptions, io: CommandIo): string {
  if (rows.length === 0) return "No sessions.\n";
  const short = shorten(all.map(({ id }) => id));
  const now = (io.now ?? new Date()).getTime();
  const hasCost = rows.some(({ cost }) => cost !== undefined);
  const numbers = (row: ListRow) => [
    formatNumber(row.messages),
    row.branches > (row.sessions ?? 1) ? formatNumber(row.branches) : "",
    row.agents > 0 ? formatNumber(row.agents) : "",
    ...(hasCost ? [formatCost(row)] : []),
    formatBytes(row.bytes),
  ];
  const last = (row: ListRow) => (row.to === undefined ? "" : formatMinute(Date.parse(row.to), io.zone));
  const age = (row: ListRow) => (row.to === undefined ? "" : formatAge(now - Date.parse(row.to)));
  const heads = ["MESSAGES", "BRANCHES", "AGENTS", ...(hasCost ? ["COST"] : []), "SIZE"];
  const right = heads.map(() => "r").join("");
  if (options.projects)
    return table(
      [
        ["LAST", "AGE", "SESSIONS", ...heads, "PROJECT"],
        ...rows.map((row) => [last(row), age(row), formatNumber(row.sessions!), ...numbers(row), row.project]),
      ],
      { align: `LLr${right}l`, optional: ["SIZE", "AGE", "AGENTS", "BRANCHES", "MESSAGES"], io },
    );
  return table(
    [
      ["SESSION", "LAST", "AGE", "LENGTH", ...heads, "PROJECT", "TITLE"],
      ...rows.map((row) => [
        short(row.session!),
        last(row),
        age(row),
        formatSpan(lengthOf(row)),
        ...numbers(row),
        lastFolders(row.project),
        oneLine(row.title ?? "", 80),
      ]),
    ],
    { align: `LLLr${right}ll`, optional: ["SIZE", "LENGTH", "AGENTS", "BRANCHES", "AGE", "MESSAGES"], io },
  );
}
