import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  defaultClient,
  type ColumnValue,
  prices as listPrices,
  type Prices,
  type Root,
  type SessionColumnName,
  sessionColumns,
  valuesOf,
} from "@ccdag/ccast";
import type { UserConfig } from "@ccdag/config";
import { Writer } from "@ccdag/keep/write";
import { selectTree } from "@ccdag/pipeline";
import type { VFile } from "vfile";
import type { Zone } from "@ccdag/mdast/time";
import { eachRow } from "./all-rows.ts";
import { arrangedRoots, followClients } from "./arranged-roots.ts";
import { cacheFolder } from "./cache-folder.ts";
import { findSessions } from "./find-sessions.ts";
import type { SearchHit, Where } from "./hits.ts";
import type { LibraryIo, ProgressBar } from "./library-io.ts";
import type { TaskProgress } from "./progress.ts";
import { listed } from "./listed.ts";
import { load, NothingToRead } from "./load.ts";
import { locateAll } from "./locate.ts";
import { allProjects, type ProjectFolder, projectsOf } from "./projects.ts";
import { toAliases } from "./read-aliases.ts";
import { readPeriod } from "./read-period.ts";
import { rootsOf } from "./roots.ts";
import type { SessionRow } from "./session-row.ts";
import { noConversation, parse } from "./tree-parts.ts";
import { type SessionChange, watchSessions } from "./watch-sessions.ts";

/** Which sessions a library has, and how it reads them. All is optional. */
export interface LibraryOptions {
  /** Further folders of projects, such as an archive, which are read as one with those of the client (default: none). */
  readonly roots?: readonly string[] | undefined;
  /**
   * Whether only what is in `roots` is read: no folder of a coding agent, and no other path that an input names (default:
   * `false`).
   */
  readonly isInRootsOnly?: boolean | undefined;
  /** The coding agents whose sessions are read, by their ids in `clients` of `@ccdag/ccast` (default: all). */
  readonly clients?: readonly string[] | undefined;
  /** The new paths of projects that were moved or renamed, by their old ones (default: none). */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  /** The folder that paths are relative to (default: that of the process). */
  readonly cwd?: string | undefined;
  /** The variables that say where the client and the cache are (default: those of the process). */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The cache folder; `false` to remember nothing (default: the one that the command line has, too). */
  readonly cache?: string | false | undefined;
  /** Whether links that lead out of a folder are read (default: `false`). */
  readonly followLinks?: boolean | undefined;
  /** Whose days and hours a period means (default: `"local"`). */
  readonly zone?: Zone | undefined;
  /** Prices of tokens (default: the list prices). */
  readonly prices?: Prices | undefined;
  /** Plugins of the user, as `loadUserConfig` of `@ccdag/config` gives them (default: none, and no code of the user runs). */
  readonly config?: UserConfig | undefined;
  /** The name and the version of your program: what it made is remembered for it alone (default: none). */
  readonly program?: string | undefined;
  /** Stops whatever is read, which then throws the reason, and ends what is watched (default: nothing does). */
  readonly signal?: AbortSignal | undefined;
  /** Takes what a person should know, in whole lines (default: nothing is called). */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** Called during a long task with how far it is (default: nothing is called). */
  readonly onProgress?: ((progress: TaskProgress) => void) | undefined;
}

/** Some of the sessions. */
export interface SessionQuery {
  /** Names of projects, folders or sessions, as the command line takes them (default: all projects). */
  readonly in?: readonly string[] | undefined;
  /** Only sessions with something in this period: dates, or words such as `"yesterday"` (default: whenever). */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** A session that a library has. */
export interface LibrarySession {
  readonly id: string;
  /** Its title, else its first prompt; empty if it has neither. */
  readonly title: string;
  /** The directory of its project, as its records say; else the name of the folder. */
  readonly project: string;
  /** Its transcript, relative to the root. */
  readonly path: string;
  /** What is known of it, by the names of `sessionColumns` of `@ccdag/ccast`: counts, times in milliseconds, cost in US dollars. */
  readonly facts: Readonly<Partial<Record<SessionColumnName, ColumnValue>>>;
}

/** A text that was found. */
export interface LibraryHit extends SearchHit {
  /** The title of its session. */
  readonly title: string;
  /** The project of its session: the name of the folder. */
  readonly project: string;
}

/** Where is searched. */
export interface HitQuery extends Omit<SessionQuery, "in"> {
  /** Projects or folders (default: all projects). */
  readonly projects?: readonly string[] | undefined;
  /** What kinds of text (default: all). */
  readonly where?: readonly Where[] | undefined;
}

/** A conversation that was read. */
export interface ReadConversation {
  /** The finished tree, with the requested session at its top. */
  readonly tree: Root;
  /** The files that it was made of, with messages about them, and what else reading found in `data`. */
  readonly file: VFile;
}

/** The sessions of a machine. Its functions throw a `RequestError`, whose message is one line, for an input that means nothing. */
export interface Library {
  /** The folders of projects that are read as one; they need not exist. */
  readonly roots: readonly string[];
  /** The projects, sorted by the names of their folders. Nothing is read for it. */
  projects(): Promise<readonly ProjectFolder[]>;
  /** The sessions, one project after the other. What has not changed since the last time is not read again. */
  sessions(query?: SessionQuery): AsyncGenerator<LibrarySession>;
  /**
   * Find what was said: the hits of the best session first.
   *
   * @param words texts, all of which must occur; between two slashes a regular expression.
   * @param query where is searched.
   */
  search(words: string | readonly string[], query?: HitQuery): AsyncGenerator<LibraryHit>;
  /**
   * Read a conversation.
   *
   * @param input a path, an id or the beginning of one, a title, or a project, as the command line takes it.
   */
  read(input: string): Promise<ReadConversation>;
  /** What clients add from now on. It ends with the signal, or when its consumer leaves. */
  watch(): AsyncGenerator<SessionChange>;
}

/** The folders of all wanted coding agents, and those that are named. */
async function readRoots(
  { roots = [], isInRootsOnly, clients, config }: LibraryOptions,
  io: Pick<LibraryIo, "cache" | "cwd" | "env" | "stderr">,
): Promise<string[]> {
  if (isInRootsOnly) return rootsOf([...roots], io, false);
  const own = rootsOf([...roots], io, clients?.includes(defaultClient));
  return [...own, ...(await arrangedRoots({ ...io, clients, config }))];
}

/**
 * Open the sessions of this machine: those of the client, and of further roots.
 *
 * @param options all of them are optional.
 * @throws RequestError if a root that is named does not exist, or projects were moved in a ring.
 */
export async function openLibrary(options: LibraryOptions = {}): Promise<Library> {
  const { signal, prices = listPrices } = options;
  const cwd = resolve(options.cwd ?? process.cwd());
  const env = options.env ?? { HOME: homedir(), ...process.env };
  const cache = cacheFolder(options.cache, { env, cwd });
  const stderr = (text: string) => options.onNotice?.(text);
  const roots = await readRoots(options, { env, cwd, cache, stderr });
  const aliases = toAliases(Object.entries(options.aliases ?? {}), { env, cwd });
  /** The environment of one task: what is listed for one is listed again for the next. */
  const newIo = (): LibraryIo => ({
    cwd,
    env,
    roots,
    isInRootsOnly: options.isInRootsOnly,
    clients: options.clients,
    aliases,
    followLinks: options.followLinks ?? false,
    cache,
    program: options.program,
    config: options.config,
    writer: new Writer(roots),
    stderr,
    isVerbose: false,
    isQuiet: false,
    showProgress: async () => progressOf(options.onProgress),
    signal,
    zone: options.zone ?? "local",
    memo: new Map(),
  });
  return {
    roots,
    projects: () => projectsOf(newIo()),
    async *sessions(query = {}) {
      const io = newIo();
      const isWanted = readOverlap(query, io);
      const sources = await sourcesOf(query.in, io);
      try {
        for await (const { rows } of eachRow(sources, io))
          for (const row of listed(rows, rows, prices, aliases)) if (isWanted(row)) yield toSession(row);
      } catch (error) {
        // A machine without a session has none; an input that was named is expected to hold one.
        if (query.in !== undefined || !(error instanceof NothingToRead)) throw error;
      }
    },
    async *search(words, { projects: project, where, since, until } = {}) {
      const places = { project, in: where?.join(","), since, until };
      const { found } = await findSessions([words].flat(), places, newIo(), signal);
      for (const { ranked } of found)
        for (const hit of ranked.hits) yield { ...hit, title: ranked.title, project: ranked.project };
    },
    async read(input) {
      const io = newIo();
      const sources = await locateAll([input], io);
      const { file, session } = await load(sources, io);
      signal?.throwIfAborted();
      const tree = await selectTree(parse(file, io), file, { session });
      if (tree.children.length === 0) throw noConversation(sources);
      return { tree, file };
    },
    watch: () => watchAll(newIo()),
  };
}

/** What all coding agents add from now on. */
async function* watchAll(io: LibraryIo): AsyncGenerator<SessionChange> {
  const stop = io.isInRootsOnly ? () => {} : followClients(io);
  try {
    yield* watchSessions(io);
  } finally {
    stop();
  }
}

function progressOf(report: LibraryOptions["onProgress"]): ProgressBar {
  return { at: (progress) => report?.(progress), pause() {}, end() {} };
}

async function sourcesOf(inputs: SessionQuery["in"], io: LibraryIo) {
  return inputs === undefined ? [allProjects(io) ?? []].flat() : locateAll(inputs, io);
}

/** Whether something of a session is in a period. */
function readOverlap(query: SessionQuery, io: LibraryIo): (row: SessionRow) => boolean {
  const { since = -Infinity, until = Infinity } = readPeriod(query, io);
  if (since === -Infinity && until === Infinity) return () => true;
  return ({ from, to }) => from !== undefined && to !== undefined && to >= since && from < until;
}

const allColumns = Object.keys(sessionColumns) as SessionColumnName[];

function toSession(row: ReturnType<typeof listed>[number]): LibrarySession {
  const { id, title, project, path } = row;
  return { id, title, project, path, facts: valuesOf(row, allColumns) };
}
