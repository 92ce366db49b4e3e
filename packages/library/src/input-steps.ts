import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { findSessions, isTranscript, plainName, projectName } from "@ccdag/files";
import { arrangedRootsIn } from "./arranged-roots.ts";
import { RequestError } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";
import { isWorktree, projectKeyOf } from "./project-identity.ts";
import { foldersNamed, listProjects, placeOf, type ProjectFolder, projectFoldersOf, projectsOf } from "./projects.ts";
import type { SessionRow } from "./session-row.ts";
import { projectAbove, projectOf } from "./current-project.ts";
import { newestOf, sessionIn } from "./session-in-folder.ts";
import { type InputSource, listingOf } from "./input-source.ts";

/** One thing that an input may mean. */
export interface Candidate {
  readonly source: InputSource;
  /** The session, if it was looked up by what its transcript says. */
  readonly row?: SessionRow | undefined;
}

/** Finds what an input means in one way; nothing if it means nothing in this way. */
export type Step = (input: string, io: LibraryIo) => Promise<readonly Candidate[]>;

/** The ways in which an input is understood. They are tried in this order, and the first that finds something decides. */
export const steps: readonly Step[] = [
  path,
  missingPath,
  latest,
  projectByFolder,
  sessionByFile,
  projectByLastName,
  projectByPart,
  sessionByRecordedId,
  goneSession,
  sessionByTitle,
  sessionByPartOfTitle,
  sessionByEntry,
];

/** Those that look at names of files alone, for a session that is named together with a place in it. */
export const quickSteps: readonly Step[] = [latest, sessionById];

/** A session by its id or eight characters of it. */
async function sessionById(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  return /^[\da-f-]{8,}$/i.test(input) ? sessionByFile(input, io) : [];
}

function isBelow(at: string, roots: readonly string[]): boolean {
  return roots.some((root) => at === resolve(root) || at.startsWith(`${resolve(root)}${sep}`));
}

/** A file, a folder or a pipe. */
async function path(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  const at = resolve(io.cwd, input);
  if (io.isInRootsOnly === true && !isBelow(at, io.roots)) {
    // The path of a working directory is a name of its project.
    const [folder, ...also] = foldersNamed(projectName(at), io);
    return folder === undefined ? [] : [{ source: { input, folder, also } }];
  }
  const stats = await stat(at).catch(() => undefined);
  if (stats === undefined) {
    // The working directory of a project may be gone, as that of a worktree, or may have been moved.
    const directory = /^[a-z]:[\\/]/i.test(input) ? input : isAbsolute(input) ? at : undefined;
    const folders = directory === undefined ? [] : foldersNamed(projectName(directory), io);
    return folders.length === 0 ? [] : [{ source: asOne(folders, input) }];
  }
  if (stats.isDirectory()) return [{ source: await folderAt(at, input, io) }];
  if (stats.isFIFO()) return [{ source: { input, folder: "", stream: at } }];
  if (!stats.isFile()) throw new RequestError(`Unexpected device \`${input}\`, expected a file or a folder`);
  return [{ source: await transcriptAt(at, input, io) }];
}

/**
 * A directory: the project of that working directory, if the client has one; else the transcripts in it; else the project of
 * the nearest directory above it.
 */
async function folderAt(at: string, input: string, io: LibraryIo): Promise<InputSource> {
  const own = await projectOf(at, io);
  const isRoot = io.roots.some((root) => resolve(root) === at);
  // A project that is named by its folder is read in all roots.
  if (io.roots.includes(dirname(at)))
    return asOne([at, ...foldersNamed(basename(at), io).filter((one) => one !== at)], input);
  if (own.length > 0 && !isRoot) return asOne(own, input);
  const arranged = await arrangedRootsIn(at, io);
  if (arranged.length > 0) return withClaude(at, arranged, input);
  const isBelowRoot = io.roots.some((root) => !relative(root, at).startsWith(".."));
  if (isBelowRoot || (await listProjects([at], io)).length > 0) return { input, folder: at };
  const above = await projectAbove(at, io);
  return above === undefined ? { input, folder: at } : asOne(above, input);
}

/** A copy of somebody's home: the sessions of all agents in it. */
function withClaude(home: string, arranged: readonly string[], input: string): InputSource {
  const claude = join(home, ".claude", "projects");
  return asOne(existsSync(claude) ? [claude, ...arranged] : arranged, input);
}

function asOne([folder, ...also]: readonly string[], input: string): InputSource {
  return { input, folder: folder!, also };
}

/** A transcript in a projects folder is a session of its project; any other one stands on its own. */
async function transcriptAt(at: string, input: string, io: LibraryIo): Promise<InputSource> {
  const name = basename(at);
  if (!isTranscript(name) || !plainName(name).endsWith(".jsonl"))
    throw new RequestError(`Unexpected file \`${input}\`, expected a name ending in \`.jsonl\``);
  const folder = dirname(at);
  if (name.startsWith("agent-")) return { input, folder, path: at };
  const session = { input, ...sessionIn(folder, name) };
  return (await isProject(folder, io)) ? session : { ...session, path: at };
}

/**
 * Whether a folder is the folder of a project: it is in a root, or in a copy of the client's folder, or has a name as the client
 * makes one of a path, such as `-home-me-app` or `C--me-app`.
 */
async function isProject(folder: string, io: LibraryIo): Promise<boolean> {
  if (basename(dirname(folder)) === "projects" || /^(?:[a-z]-)?-[\w-]+$/i.test(basename(folder))) return true;
  const [above, ...roots] = await Promise.all(
    [dirname(folder), ...io.roots].map((one) => realpath(one).catch(() => "")),
  );
  return above !== "" && roots.includes(above!);
}

/** What looks like a path is nothing else. */
async function missingPath(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  if (io.isInRootsOnly === true || !/^[./~\\]|^[a-z]:[/\\]|\.jsonl(?:\.\w+)?$/i.test(input)) return [];
  throw new RequestError(`No such file or folder: \`${input}\``);
}

/** The session that was written last, of all projects. */
async function latest(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  if (input !== "latest") return [];
  const projects = await projectsOf(io);
  const folders = projects.flatMap((project) => project.folders);
  const newest = await newestOf(folders);
  if (newest === undefined) throw new RequestError(`No session in \`${io.roots.join("`, `")}\``);
  const own = projects.find((project) => project.folders.includes(newest.folder))!;
  return [{ source: { ...newest, input, also: own.folders.filter((folder) => folder !== newest.folder) } }];
}

/** `-home-me-app`, or the path of a working directory that is gone. */
async function projectByFolder(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  // The drive of Windows may be typed in either case.
  const names = [input, projectName(input)].flatMap((name) => (isWorktree(name) ? [name] : [name, projectKeyOf(name)]));
  return toCandidates(input, await projectsOf(io), (name) => names.includes(name));
}

/** `app` for `/home/me/app`. Names of folders say where a path may have been divided, not where it was. */
async function projectByLastName(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  const wanted = `-${projectName(input).toLowerCase()}`;
  return toCandidates(input, await projectsOf(io), (name) => `-${name}`.toLowerCase().endsWith(wanted));
}

/** `me/app` for `/home/me/app/web`. */
async function projectByPart(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  const wanted = projectName(input).toLowerCase();
  if (!/[a-z\d]/i.test(wanted)) return [];
  return toCandidates(input, await projectsOf(io), (name) => name.toLowerCase().includes(wanted));
}

/** The projects with a wanted name, now or before they were moved; of a worktree with a wanted name only its own folders. */
function toCandidates(
  input: string,
  projects: readonly ProjectFolder[],
  isWanted: (name: string) => boolean,
): readonly Candidate[] {
  return projects.flatMap(({ name, folders }) => {
    const ownName = (folder: string) => join(dirname(name), basename(folder));
    const named = folders.filter((folder) => isWanted(ownName(folder)));
    const isAll = isWanted(name) || named.some((folder) => !isWorktree(ownName(folder)));
    const meant = isAll ? folders : named;
    return meant.length === 0 ? [] : [{ source: asOne(meant, input) }];
  });
}

/** A session id, or its beginning, by the names of transcripts. */
async function sessionByFile(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  if (!/^[\w-]+$/.test(input)) return [];
  const found = new Map<string, InputSource>();
  for (const root of io.roots)
    for (const file of await findSessions(root, input, listingOf(root, io))) {
      const project = relative(root, dirname(file));
      const also = projectFoldersOf(project, io).filter((folder) => folder !== dirname(file));
      const one = { input, ...sessionIn(dirname(file), basename(file)), also };
      const key = `${project}\n${one.session}`;
      if (!found.has(key)) found.set(key, one);
    }
  const exact = [...found.values()].filter(({ session }) => session === input);
  return (exact.length > 0 ? exact : [...found.values()]).map((source) => ({ source }));
}

/** A session that shares its file with others. */
async function sessionByRecordedId(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  return byRow(input, io, ({ id }) => id.startsWith(input));
}

/** A session whose transcript is gone, by its id or the beginning of it. */
async function goneSession(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  if (!/^[\w-]{4,}$/.test(input)) return [];
  const { goneSessions } = await import("./gone-sessions.ts");
  const found = (await goneSessions(io)).filter(({ session }) => session.id.startsWith(input));
  return found.map((gone) => ({ source: { input, folder: dirname(gone.path), session: gone.session.id, gone } }));
}

async function sessionByTitle(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  const wanted = input.toLowerCase();
  return byRow(input, io, ({ title }) => title.toLowerCase() === wanted);
}

async function sessionByPartOfTitle(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  const wanted = input.toLowerCase();
  return byRow(input, io, ({ title }) => title.toLowerCase().includes(wanted));
}

async function byRow(
  input: string,
  io: LibraryIo,
  isWanted: (row: SessionRow) => boolean,
): Promise<readonly Candidate[]> {
  // What reads trees is loaded only for a look-up in them.
  const { allRows } = await import("./all-rows.ts");
  const { rows } = await allRows(io);
  return rows.filter(isWanted).map((row) => ({
    row,
    source: { input, ...placeOf(row.path, io), session: row.id, isAlone: true },
  }));
}

/** The session of an entry, a branch or an agent. Every transcript is searched for it, so this comes last. */
async function sessionByEntry(input: string, io: LibraryIo): Promise<readonly Candidate[]> {
  // An id has a digit; words that are a mistyped title are searched nowhere.
  if (!/^[\w-]{8,}$/.test(input) || !/\d/.test(input)) return [];
  const { sessionsWithEntry } = await import("./session-by-entry.ts");
  const candidates: Candidate[] = [];
  for (const source of await sessionsWithEntry(input, io)) {
    // By its file it is read without the rest of the project.
    const [only, other] = await sessionByFile(source.session!, io);
    const isOne = only !== undefined && other === undefined;
    candidates.push({ source: isOne ? { ...only.source, input, entry: input } : source });
  }
  return candidates;
}
