import type { VFile } from "vfile";
import { RequestError } from "@ccdag/pipeline/tables";
import { type Ranked, rankSession } from "./rank-session.ts";
import type { LibraryIo } from "./library-io.ts";
import { assertProjects } from "./projects.ts";
import type { InputSource } from "./input-source.ts";
import { type PeriodOptions, readPeriod } from "./read-period.ts";
import { type SearchHit, type Where, wheres } from "./hits.ts";
import { readQuery } from "./read-query.ts";
import { searchFolder } from "./search-folder.ts";

/** Where is searched, as typed. */
export interface SearchPlaces extends Omit<PeriodOptions, "turns"> {
  /** Names of {@link wheres}, with commas (default: all). */
  in?: string | undefined;
  /** Projects or folders (default: all projects). */
  project?: readonly string[] | undefined;
}

/** A session with hits, and where it was found. */
export interface RankedInSource {
  readonly ranked: Ranked;
  readonly source: InputSource;
  /** The path of its first hit, relative to the folder of the source. */
  readonly path: string;
}

/** What a search found, the best first, and files that could not be read. */
export interface SearchResult {
  readonly found: readonly RankedInSource[];
  readonly unread: readonly VFile[];
}

/**
 * Find sessions by what was said in them.
 *
 * @param terms as for `readQuery`.
 * @param places where is searched.
 * @param io the environment of the run.
 * @param signal stops the search between two folders (default: it is not stopped).
 * @throws RequestError if a term, a place or a project means nothing.
 */
export async function findSessions(
  terms: readonly string[],
  places: SearchPlaces,
  io: LibraryIo,
  signal?: AbortSignal,
): Promise<SearchResult> {
  const query = readQuery(terms, io.compile);
  const isWanted = readWanted(places, io);
  const unread: VFile[] = [];
  const found: RankedInSource[] = [];
  for (const source of await sourcesOf(places.project, io)) {
    signal?.throwIfAborted();
    const result = await searchFolder(source, query, io);
    for (const one of result.unread) unread.push(one);
    for (const session of result.found) {
      const hits = session.hits.filter(isWanted);
      if (hits.length === 0) continue;
      const ranked = rankSession({ ...session, hits }, source, query.find(session.title) !== undefined, io);
      found.push({ ranked, source, path: session.path });
    }
  }
  found.sort(({ ranked: a }, { ranked: b }) => b.score - a.score || b.to - a.to || (a.path < b.path ? -1 : 1));
  return { found, unread };
}

/**
 * Read where and when hits are wanted.
 *
 * @throws RequestError if a name or a time means nothing.
 */
export function readWanted(places: SearchPlaces, io: LibraryIo): (hit: SearchHit) => boolean {
  const wanted = readWhere(places.in);
  const { since = -Infinity, until = Infinity } = readPeriod(places, io);
  const hasPeriod = since !== -Infinity || until !== Infinity;
  return ({ where, time }) =>
    wanted.has(where) && (!hasPeriod || (time !== undefined && time >= since && time < until));
}

async function sourcesOf(projects: readonly string[] | undefined, io: LibraryIo): Promise<readonly InputSource[]> {
  if (projects === undefined) return [assertProjects(io)];
  const { locateAll } = await import("./locate.ts");
  const sources = await locateAll(projects, io, { hasStdin: false });
  const session = sources.find((one) => one.session !== undefined || one.stream !== undefined);
  if (session === undefined) return sources;
  throw new RequestError(
    `Unexpected --project \`${session.input}\`, which is a session; expected a project or a folder`,
  );
}

function readWhere(text: string | undefined): Set<Where> {
  const names = text?.split(",").map((name) => name.trim()) ?? wheres;
  for (const name of names)
    if (!(wheres as readonly string[]).includes(name))
      throw new RequestError(`Unexpected --in \`${name}\`, expected ${wheres.join(", ")}`);
  return new Set(names as Where[]);
}
