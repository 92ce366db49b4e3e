import { basename, dirname, join, relative } from "node:path";
import { VFile } from "vfile";
import { assertProjects } from "../archive/projects.ts";
import { projectFolderOf } from "../archive/session-path.ts";
import { type FoundSession, searchFolder } from "../find/search.ts";
import { type SearchHit, type Where, wheres } from "../find/hits.ts";
import { readQuery } from "../find/query.ts";
import { CallError, type CommandIo, exit } from "../io.ts";
import type { InputSource } from "../input/source.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { type PeriodOptions, readPeriod } from "../period.ts";
import { readLimit } from "../read-limit.ts";
import { toJson } from "../to-json.ts";

/** Options of `ccdag search`. */
export interface SearchOptions extends Verbosity, Omit<PeriodOptions, "turns"> {
  in?: string | undefined;
  project?: readonly string[] | undefined;
  json?: boolean | undefined;
  limit?: string | undefined;
}

/** A session with hits, and how well it matches. */
export interface Ranked extends FoundSession {
  readonly project: string;
  readonly score: number;
  readonly to: number;
}

/** How many sessions are shown. */
const maxSessions = 10;

/** `ccdag search`: finds sessions by what was said in them; exits with 1 if there is none. */
export async function runSearch(terms: readonly string[], options: SearchOptions, io: CommandIo): Promise<number> {
  const query = readQuery(terms);
  const wanted = readWhere(options.in);
  const { since = -Infinity, until = Infinity } = readPeriod(options, io);
  const limit = readLimit(options.limit, "sessions");
  const unread: VFile[] = [];
  const ranked: Ranked[] = [];
  const hasPeriod = since !== -Infinity || until !== Infinity;
  const isWanted = ({ where, time }: SearchHit) =>
    wanted.has(where) && (!hasPeriod || (time !== undefined && time >= since && time < until));
  for (const source of await sourcesOf(options.project, io)) {
    const result = await searchFolder(source, query, io);
    for (const one of result.unread) unread.push(one);
    for (const session of result.found) {
      const hits = session.hits.filter(isWanted);
      if (hits.length > 0) ranked.push(rank({ ...session, hits }, source, query.find(session.title) !== undefined, io));
    }
  }
  ranked.sort((a, b) => b.score - a.score || b.to - a.to || (a.path < b.path ? -1 : 1));
  if (options.json) await io.stdout(toJson(ranked.slice(0, limit), 2));
  else if (ranked.length === 0) await io.stdout("Nothing found.\n");
  else await io.stdout((await import("./format-found.ts")).formatFound(ranked, limit ?? maxSessions, io));
  const file = new VFile({ data: { companions: unread } });
  await printMessages(file, options, io);
  return ranked.length === 0 && unread.length === 0 ? exit.found : exitCode(file);
}

async function sourcesOf(projects: readonly string[] | undefined, io: CommandIo): Promise<readonly InputSource[]> {
  if (projects !== undefined) {
    const { locateAll } = await import("../input/locate.ts");
    const sources = await locateAll(projects, io, { hasStdin: false });
    const session = sources.find((one) => one.session !== undefined || one.stream !== undefined);
    if (session === undefined) return sources;
    throw new CallError(
      `Unexpected --project \`${session.input}\`, which is a session; expected a project or a folder`,
    );
  }
  return [assertProjects(io)];
}

function readWhere(text: string | undefined): Set<Where> {
  const names = text?.split(",").map((name) => name.trim()) ?? wheres;
  for (const name of names)
    if (!(wheres as readonly string[]).includes(name))
      throw new CallError(`Unexpected --in \`${name}\`, expected ${wheres.join(", ")}`);
  return new Set(names as Where[]);
}

const weights: Readonly<Record<Where, number>> = { prompts: 3, replies: 2, thinking: 1, tools: 1, context: 0.5 };

/** Words of a person count most, and a second hit less than the first. */
function rank(session: FoundSession, { folder }: InputSource, isInTitle: boolean, { roots }: CommandIo): Ranked {
  const counts = new Map<Where, number>();
  for (const { where } of session.hits) counts.set(where, (counts.get(where) ?? 0) + 1);
  let score = isInTitle ? 5 : 0;
  for (const [where, number] of counts) score += weights[where] * (1 + Math.log2(number));
  const times = session.hits.flatMap(({ time }) => time ?? []);
  const inRoot = projectFolderOf(session.path);
  const project = inRoot === "." ? basename(folder) : inRoot;
  const isRoot = roots.includes(folder);
  return {
    ...session,
    path: isRoot ? session.path : join(relative(dirname(folder), folder), session.path),
    project,
    score: Math.round(score * 100) / 100,
    to: times.reduce((a, b) => Math.max(a, b), 0),
  };
}
