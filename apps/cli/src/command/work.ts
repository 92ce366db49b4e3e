import { groupBy, type JsonObject } from "@ccdag/core";
import { formatIso } from "@ccdag/mdast/time";
import { RequestError, toJson } from "@ccdag/pipeline/tables";
import { type PeriodOptions, readPeriod, rowProjects, type WorkRow, workRows } from "@ccdag/library";
import { formatWork, type ListedWork, toCsv, type WorkKind, workKinds } from "@ccdag/report";
import type { Command } from "../command.ts";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { readLimit } from "../read-limit.ts";
import { csvOption, fromExport, jsonOption } from "../shared-options.ts";

/** Options of `ccdag work`. */
export interface WorkOptions extends Verbosity, Omit<PeriodOptions, "turns"> {
  only?: string | undefined;
  json?: boolean | undefined;
  csv?: boolean | undefined;
  limit?: string | undefined;
}

/** How many rows of each kind a table has where it has several kinds. */
const rowsOfEach = 10;

/** What is typed for it. */
export const command: Command = {
  name: "work",
  rank: 95,
  purpose: "work",
  description:
    "list what sessions did or left, in all projects: failed calls, open todos, plans, pull requests, changed files",
  arguments: [["[input...]", "path, project by name, session by id or title (default: all projects)"]],
  options: [
    {
      name: "only",
      flags: "--only <kinds>",
      description: "list only failed, todos, plans, prs or files; several with commas",
    },
    ...fromExport("since", "until"),
    {
      name: "limit",
      flags: "--limit <number>",
      description: "list only so many of each kind",
      default: `all; in a table with several kinds ${rowsOfEach}`,
    },
    csvOption,
    jsonOption,
  ],
  example: "work --only failed,todos --since yesterday",
  isUntrusted: true,
  run: (inputs, options, io) => runWork(inputs, options, io),
};

/** `ccdag work`: lists what sessions did or left, kind by kind, newest first. */
async function runWork(inputs: readonly string[], options: WorkOptions, io: CommandIo): Promise<number> {
  const kinds = readKinds(options.only);
  const limit = readLimit(options.limit, "rows");
  const { since = -Infinity, until = Infinity } = readPeriod(options, io);
  const { rows, file } = await workRows(inputs, io);
  const all = listWork(rows, io).filter(({ kind, time }) => kinds.includes(kind) && isWithin(time, since, until));
  const data = () => [...groupBy(all, ({ kind }) => kind).values()].flatMap((own) => own.slice(0, limit).map(toData));
  if (options.json) await io.stdout(toJson(data(), 2));
  else if (options.csv) await io.stdout(await toCsv(data(), columns));
  else {
    const shown = limit ?? (kinds.length > 1 ? rowsOfEach : Infinity);
    await io.stdout(formatWork(all, { limit: shown, now: (io.now ?? new Date()).getTime() }, io));
  }
  await printMessages(file, options, io);
  return exitCode(file);
}

function readKinds(only: string | undefined): WorkKind[] {
  const all = Object.keys(workKinds) as WorkKind[];
  if (only === undefined) return all;
  const wanted = only.split(",").map((word) => word.trim().replace(/s$/, ""));
  if (wanted.every((word) => Object.hasOwn(workKinds, word))) return all.filter((kind) => wanted.includes(kind));
  throw new RequestError(`Unexpected --only \`${only}\`, expected failed, todos, plans, prs or files, with commas`);
}

/** What has no time is within no period. */
function isWithin(time: number | undefined, since: number, until: number): boolean {
  return time === undefined ? since === -Infinity && until === Infinity : time >= since && time < until;
}

/** The work of the newest session first, and of a session what it did last. */
function listWork(rows: readonly WorkRow[], io: CommandIo): ListedWork[] {
  const { nameOf } = rowProjects(rows, io.aliases);
  return rows
    .toSorted((a, b) => (b.to ?? 0) - (a.to ?? 0))
    .flatMap((row) => {
      const { id: session, title } = row;
      const place = { session, title, project: nameOf(row) };
      return row.work.toReversed().map((item) => ({ ...item, ...place }));
    });
}

const columns = ["kind", "session", "entry", "time", "text", "detail", "agent", "path", "title", "project"];

function toData({ kind, session, entry, time, text, detail, agent, path, title, project }: ListedWork): JsonObject {
  return {
    kind,
    session,
    entry,
    time: formatIso(time),
    text,
    detail: detail || undefined,
    agent,
    path,
    title,
    project,
  };
}
