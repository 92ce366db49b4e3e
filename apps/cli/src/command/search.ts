import { basename, dirname, join, relative } from "node:path";
import { shorten } from "@ccdag/ccast";
import { formatNumber, oneLine } from "@ccdag/mdast";
import { VFile } from "vfile";
import { allProjects } from "../archive/all-rows.ts";
import { count } from "../count.ts";
import { type FoundSession, searchFolder } from "../find/search.ts";
import { type Hit, type Where, wheres } from "../find/hits.ts";
import { readQuery } from "../find/query.ts";
import { CallError, type CommandIo, exit } from "../io.ts";
import { locateAll } from "../input/locate.ts";
import type { InputSource } from "../input/source.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { type PeriodOptions, readPeriod } from "../period.ts";
import { printable } from "../printable.ts";
import { formatMinute } from "../time.ts";
import { toJson } from "../to-json.ts";

/** Options of `ccdag search`. */
export interface SearchOptions extends Verbosity, Omit<PeriodOptions, "turns"> {
  in?: string | undefined;
  project?: readonly string[] | undefined;
  json?: boolean | undefined;
  limit?: string | undefined;
}

/** A session with hits, and how well it matches. */
interface Ranked extends FoundSession {
  readonly project: string;
  readonly score: number;
  readonly to: number;
}

/** How many sessions are shown, and hits of each. */
const maxSessions = 10;
const maxHits = 3;

/** `ccdag search`: finds sessions by what was said in them; exits with 1 if there is none. */
export async function runSearch(terms: readonly string[], options: SearchOptions, io: CommandIo): Promise<number> {
  const query = readQuery(terms);
  const wanted = readWhere(options.in);
  const { since = -Infinity, until = Infinity } = await readPeriod(options, io);
  const limit = readLimit(options.limit);
  const unread: VFile[] = [];
  const ranked: Ranked[] = [];
  const hasPeriod = since !== -Infinity || until !== Infinity;
  const isWanted = ({ where, time }: Hit) =>
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
  await io.stdout(options.json ? toJson(ranked.slice(0, limit), 2) : format(ranked, limit ?? maxSessions, io));
  const file = new VFile({ data: { companions: unread } });
  await printMessages(file, options, io);
  return ranked.length === 0 && unread.length === 0 ? exit.found : exitCode(file);
}

async function sourcesOf(projects: readonly string[] | undefined, io: CommandIo): Promise<readonly InputSource[]> {
  if (projects !== undefined) {
    const sources = await locateAll(projects, io, { hasStdin: false });
    const session = sources.find((one) => one.session !== undefined || one.stream !== undefined);
    if (session === undefined) return sources;
    throw new CallError(
      `Unexpected --project \`${session.input}\`, which is a session; expected a project or a folder`,
    );
  }
  const all = allProjects(io);
  if (all !== undefined) return [all];
  throw new CallError(`No folder of projects: \`${io.roots.join("`, `")}\` does not exist; --root names another one`);
}

function readWhere(text: string | undefined): Set<Where> {
  const names = text?.split(",").map((name) => name.trim()) ?? wheres;
  for (const name of names)
    if (!(wheres as readonly string[]).includes(name))
      throw new CallError(`Unexpected --in \`${name}\`, expected ${wheres.join(", ")}`);
  return new Set(names as Where[]);
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CallError(`Unexpected --limit \`${text}\`, expected a number of sessions`);
}

const weights: Readonly<Record<Where, number>> = { prompts: 3, replies: 2, thinking: 1, tools: 1, context: 0.5 };

/** Words of a person count most, and a second hit less than the first. */
function rank(session: FoundSession, { folder }: InputSource, isInTitle: boolean, { roots }: CommandIo): Ranked {
  const counts = new Map<Where, number>();
  for (const { where } of session.hits) counts.set(where, (counts.get(where) ?? 0) + 1);
  let score = isInTitle ? 5 : 0;
  for (const [where, number] of counts) score += weights[where] * (1 + Math.log2(number));
  const times = session.hits.flatMap(({ time }) => time ?? []);
  const inRoot = dirname(session.path).replace(/\/[^/]+\/subagents(?:\/.*)?$/, "");
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

function format(ranked: readonly Ranked[], limit: number, io: CommandIo): string {
  if (ranked.length === 0) return "Nothing found.\n";
  const short = shorten(ranked.flatMap(({ id, hits }) => [id, ...hits.map(({ uuid }) => uuid)]));
  const width = io.isStdoutTerminal ? Math.max(60, io.columns ?? 100) : 140;
  const shown = ranked.slice(0, limit);
  const blocks = shown.map(({ id, title, project, hits, to }) => {
    const date = to === 0 ? "" : formatMinute(to, io.zone);
    const head = [short(id), date, project, title].filter(Boolean).join("  ");
    const lines = hits.slice(0, maxHits).map((hit) => formatHit(hit, `${short(id)}#${short(hit.uuid)}`, width, io));
    const more = hits.length > maxHits ? [`  and ${formatNumber(hits.length - maxHits)} more`] : [];
    return [oneLine(head, width), ...lines, ...more].map((line) => `${printable(line)}\n`).join("");
  });
  const hits = ranked.reduce((sum, one) => sum + one.hits.length, 0);
  const rest = ranked.length > shown.length ? `; the first ${shown.length} are shown, --limit shows more` : "";
  const open = `ccdag serve --open ${short(shown[0]!.id)}#${short(shown[0]!.hits[0]!.uuid)}`;
  return `${blocks.join("\n")}\n${count(hits, "hit")} in ${count(ranked.length, "session")}${rest}. Open one: ${open}\n`;
}

function formatHit(hit: Hit, address: string, width: number, io: CommandIo): string {
  const time = hit.time === undefined ? "" : formatMinute(hit.time, io.zone);
  const head = `  ${address}  ${time}  ${hit.speaker}${hit.where === "thinking" ? " (thinking)" : ""}: `;
  return `${head}${contextOf(hit, Math.max(40, width - head.length))}`;
}

/** The text around a match, on one line. */
function contextOf({ text, index, length }: Hit, chars: number): string {
  const around = Math.max(10, Math.floor((chars - Math.min(length, chars)) / 2));
  const from = Math.max(0, index - around);
  const before = text.slice(from, index).replace(/^\S*\s/, (cut) => (from === 0 ? cut : ""));
  const words = `${from > 0 ? "…" : ""}${before}${text.slice(index, index + chars)}`;
  return oneLine(words.replace(/[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]/, ""), chars);
}
