import { createReadStream } from "node:fs";
import { basename, dirname, isAbsolute, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { VFile } from "vfile";
import { sourceFor } from "@ccdag/clients";
import { headOf } from "@ccdag/core";
import {
  type DividedProject,
  divideProject,
  findHolders,
  historyTranscript,
  type ProjectPart,
  readPart,
  readPartOf,
  readPartsWith,
  readProject,
  readTranscript,
  unpack,
} from "@ccdag/files";
import { RequestError } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";
import { projectKeyOf } from "./project-identity.ts";
import { projectFoldersOf } from "./projects.ts";
import { foldersOf, type InputSource, isWhole, listingOf, readingOf } from "./input-source.ts";

/** The input of a command, read. */
export interface LoadedInput {
  /** The files of the project. */
  readonly file: VFile;
  /** The ids of the requested sessions; absent if all are requested. */
  readonly session?: string | readonly string[] | undefined;
}

/** An input that is there, and holds nothing to read. */
export class NothingToRead extends RequestError {}

/** The error for a folder without transcripts. */
export function noTranscript(input: string): NothingToRead {
  return new NothingToRead(`No transcript in \`${input}\`, expected files ending in \`.jsonl\``);
}

/**
 * Read the input of a command at once.
 *
 * @param sources what the inputs mean; several are read as one project.
 * @param io the environment of the run.
 * @param ids uuids of entries, or prefixes of them: of a folder only the session trees that hold them are read (default: all).
 * @throws RequestError when there is no transcript, or stdout leads into one.
 */
export async function load(
  sources: readonly InputSource[],
  io: LibraryIo,
  ids: readonly string[] = [],
): Promise<LoadedInput> {
  const loaded: LoadedInput[] = [];
  for (const source of sources) {
    const { session } = source;
    const file = await readSource(source, io, ids);
    if (session === undefined && source.stream === undefined && file.data.companions!.length === 0)
      throw noTranscript(source.input);
    loaded.push({ file: protect(file, io), session });
  }
  if (io.stdoutPath !== undefined) await io.writer.assertHarmless(io.stdoutPath);
  return loaded.length === 1 ? loaded[0]! : joinInputs(loaded);
}

/** Several inputs as one project, with paths relative to the folder that they have in common. */
function joinInputs(inputs: readonly LoadedInput[]): LoadedInput {
  const folder = commonFolder(inputs.map(({ file }) => file.path));
  const joined = new VFile({ path: folder, data: { companions: [] } });
  const companions = new Map<string, VFile>();
  const selected = new Set<string>();
  const sessions: string[] = [];
  for (const { file, session } of inputs) {
    for (const message of file.messages) joined.messages.push(message);
    for (const one of file.data.companions!) {
      const path = rebase(file.path, folder, one.path);
      const isMain = !one.path.includes("/subagents/") && !basename(one.path).startsWith("agent-");
      if (session === undefined && isMain) selected.add(path);
      if (one.path === file.data.named?.path) selected.add(path);
      one.path = path;
      companions.set(path, one);
    }
    for (const id of [session ?? []].flat()) sessions.push(id);
  }
  joined.data.companions = [...companions.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  if (sessions.length === 0) return { file: joined };
  joined.data.selected = [...selected];
  return { file: joined, session: sessions };
}

/** The deepest folder that holds several folders. */
function commonFolder(folders: readonly string[]): string {
  // A stream is in no folder.
  const [first = folders[0]!, ...others] = folders.filter((folder) => isAbsolute(folder));
  let common = first;
  for (const folder of others) while (common !== dirname(common) && isOutside(common, folder)) common = dirname(common);
  return common;
}

function isOutside(folder: string, other: string): boolean {
  const path = relative(folder, other);
  return path.startsWith("..") || isAbsolute(path);
}

function rebase(from: string, to: string, path: string): string {
  if (!isAbsolute(from)) return path;
  const between = relative(to, from).replaceAll("\\", "/");
  return between === "" ? path : `${between}/${path}`;
}

/**
 * Read the input of a command in parts that have nothing to do with one another, so that memory grows with the largest of
 * them.
 *
 * @param sources what the inputs mean.
 * @param io the environment of the run.
 * @param isDivisible whether the command can treat each session by itself; else the only part is the whole input.
 * @throws RequestError as {@link load}.
 */
export async function* loadParts(
  sources: readonly InputSource[],
  io: LibraryIo,
  isDivisible: boolean,
): AsyncGenerator<LoadedInput> {
  const project = isDivisible ? await divideInput(sources, io) : undefined;
  if (project === undefined) yield await load(sources, io);
  else for (const part of project.parts) yield { file: await readPart(project, part) };
}

/**
 * Divide an input into parts; absent if one of the sources is not a folder, or if plugins of the user have to see all of it.
 *
 * @throws RequestError when there is no transcript, or stdout leads into one.
 */
export async function divideInput(sources: readonly InputSource[], io: LibraryIo): Promise<DividedProject | undefined> {
  if (!canDivide(io) || !sources.every(isWhole)) return undefined;
  const projects: DividedProject[] = [];
  for (const source of sources) projects.push(await divideSource(source, io));
  const [only, other] = projects;
  if (other === undefined) return only;
  const folder = commonFolder(projects.map((project) => project.folder));
  return {
    folder,
    parts: projects.flatMap((project) => project.parts.map((part) => rebasePart(project, part, folder))),
  };
}

/** Divide a folder into parts. */
export async function divideSource(source: InputSource, io: LibraryIo): Promise<DividedProject> {
  const project = await divideProject(source.folder, readingOf(source, io));
  if (project.parts.length === 0) throw noTranscript(source.input);
  const files = project.parts.flatMap((part) => part.files.map(({ real }) => String(real)));
  for (const one of foldersOf([source])) io.writer.protectFiles(one, files);
  if (io.stdoutPath !== undefined) await io.writer.assertHarmless(io.stdoutPath);
  return project;
}

function rebasePart({ folder: from }: DividedProject, part: ProjectPart, to: string): ProjectPart {
  const moved = (path: string) => rebase(from, to, path);
  const files = part.files.map((file) => ({
    ...file,
    path: moved(file.path),
    ...(file.name === undefined ? {} : { name: moved(file.name) }),
  }));
  return { ...part, files, paths: part.paths.map(moved) };
}

/**
 * Read every project that contains a uuid: unrelated projects may contain the same one.
 *
 * @param uuid the uuid, or a prefix of one.
 * @param io the environment of the run.
 */
export async function* loadHolders(uuid: string, io: LibraryIo): AsyncGenerator<LoadedInput> {
  const names = new Map<string, string>();
  for (const root of io.roots)
    for (const folder of await findHolders(root, uuid, listingOf(root, io))) {
      const name = relative(root, folder);
      names.set(projectKeyOf(name, io.aliases), name);
    }
  for (const [, name] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [folder, ...also] = projectFoldersOf(name, io);
    yield { file: await readSource({ input: uuid, folder: folder!, also }, io) };
  }
}

/**
 * Read what an input means.
 *
 * @param source the folder, the transcript or the stream.
 * @param io the environment of the run.
 * @param ids as for {@link load}.
 */
export async function readSource(source: InputSource, io: ReadIo, ids: readonly string[] = []): Promise<VFile> {
  const { path, named, stream, gone } = source;
  if (gone !== undefined) return historyTranscript(gone.path, gone.session);
  if (stream !== undefined)
    return typeof stream === "string"
      ? toTranscript(await buffer(createReadStream(stream)), stream, `${basename(stream)}.jsonl`)
      : toTranscript(stream, "/dev/stdin");
  if (path === undefined) {
    const project = await readNeeded(source, ids, io);
    if (named !== undefined && source.isAlone !== true) project.data.named = { path: named, isWhole: false };
    return project;
  }
  const file = await readTranscript(path, { followLinks: io.followLinks, sourceFor });
  const name = basename(path);
  // An agent file on its own: what stands beside it belongs to other agents.
  if (name.startsWith("agent-"))
    file.data.companions = file.data.companions!.filter(
      (one) => one.path === name || one.path === name.replace(/\.jsonl$/, ".meta.json"),
    );
  return file;
}

/** What reading needs to know of a run. */
export type ReadIo = Pick<LibraryIo, "followLinks" | "config" | "processor" | "cache" | "roots" | "isInRootsOnly">;

/** Read what is needed of a folder: other sessions of a project cannot change anything in that of a session tree. */
async function readNeeded(source: InputSource, ids: readonly string[], io: ReadIo): Promise<VFile> {
  const { folder, named } = source;
  // An entry without a uuid is called `<path>:<line>`, which its file does not contain.
  const isFound = ids.length > 0 && !ids.some((id) => id === "" || id.includes(":"));
  const options = readingOf(source, io);
  if (!canDivide(io) || (named === undefined && !isFound)) return readProject(folder, options);
  return named === undefined ? readPartsWith(folder, ids, options) : readPartOf(folder, named, options);
}

/** Whether a project may be read in parts: a plugin of the user may read other files, or look at the whole tree. */
export function canDivide({ config, processor }: Pick<LibraryIo, "config" | "processor">): boolean {
  return processor === undefined && (config?.plugins.length ?? 0) === 0;
}

function protect(file: VFile, io: LibraryIo): VFile {
  io.writer.protect(file);
  return file;
}

async function toTranscript(content: Uint8Array, source: string, path = "stdin.jsonl"): Promise<VFile> {
  // A file of its own has no value, as a project: unified makes one string of a value, which may be too long for one.
  const { bytes, damage } = await unpack(content);
  const transcript = new VFile({ path, value: bytes, data: { source, format: await sourceFor(headOf(bytes)) } });
  if (damage !== undefined) transcript.message(damage).fatal = true;
  return new VFile({ path, data: { companions: [transcript] } });
}
