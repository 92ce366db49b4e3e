import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import {
  type DividedProject,
  divideProject,
  findHolders,
  projectsRoot,
  readPart,
  readPartOf,
  readPartsWith,
  readProject,
  readTranscript,
  unpack,
} from "@ccdag/files";
import { VFile } from "vfile";
import type { CommandIo } from "./io.ts";
import { type InputSource, locate, noTranscript } from "./locate.ts";

/** The input of a command, read. */
export interface LoadedInput {
  /** The files of the project. */
  readonly file: VFile;
  /** The id of the requested session; absent if all are requested. */
  readonly session?: string | undefined;
}

/**
 * Find and read the input of a command.
 *
 * @param input a folder, a transcript, a pipe, a session id or a prefix of one, `-` for stdin; absent for the newest
 *   session of the project of the current directory.
 * @param io the environment of the run.
 * @param ids uuids of entries, or prefixes of them: of a folder only the session trees that hold them are read (default: all).
 * @throws CallError when there is no transcript, or stdout leads into one.
 */
export async function load(
  input: string | undefined,
  io: CommandIo,
  ids: readonly string[] = [],
): Promise<LoadedInput> {
  if (input === "-") return protect({ file: await readStream(io.stdin, "/dev/stdin") }, io);
  const path = resolve(io.cwd, input ?? "");
  const stats = input === undefined ? undefined : await stat(path).catch(() => undefined);
  if (stats?.isFIFO()) return protect({ file: await readStream(createReadStream(path), path) }, io);
  const source = await locate(input, io);
  const file = await readSource(source, io, ids);
  if (source.session === undefined && file.data.companions!.length === 0) throw noTranscript(input!);
  return protect({ file, session: source.session }, io);
}

/**
 * Find the input of a command, and read it in parts that have nothing to do with one another, so that memory grows with
 * the largest of them.
 *
 * @param input as for {@link load}.
 * @param io the environment of the run.
 * @param isDivisible whether the command can treat each session by itself; else the only part is the whole input.
 * @throws CallError as {@link load}.
 */
export async function* loadParts(
  input: string | undefined,
  io: CommandIo,
  isDivisible: boolean,
): AsyncGenerator<LoadedInput> {
  const project = isDivisible ? await divideInput(input, io) : undefined;
  if (project === undefined) yield await load(input, io);
  else for (const part of project.parts) yield { file: await readPart(project, part) };
}

/**
 * Divide an input into parts; absent if it is not a folder, or if plugins of the user have to see all of it.
 *
 * @throws CallError when there is no transcript, or stdout leads into one.
 */
export async function divideInput(input: string | undefined, io: CommandIo): Promise<DividedProject | undefined> {
  const folder = canDivide(io) ? await folderOf(input, io) : undefined;
  if (folder === undefined) return undefined;
  const project = await divideProject(folder, io);
  if (project.parts.length === 0) throw noTranscript(input!);
  io.writer.protectFiles(
    folder,
    project.parts.flatMap(({ files }) => files.map(({ real }) => String(real))),
  );
  if (io.stdoutPath !== undefined) await io.writer.assertHarmless(io.stdoutPath);
  return project;
}

/** The folder that an input means; absent if it means a session, a transcript or a stream. */
async function folderOf(input: string | undefined, io: CommandIo): Promise<string | undefined> {
  if (input === undefined || input === "-") return undefined;
  const stats = await stat(resolve(io.cwd, input)).catch(() => undefined);
  return stats?.isDirectory() ? (await locate(input, io)).folder : undefined;
}

/**
 * Read every project that contains a uuid: unrelated projects may contain the same one.
 *
 * @param uuid the uuid, or a prefix of one.
 * @param io the environment of the run.
 */
export async function* loadHolders(uuid: string, io: CommandIo): AsyncGenerator<LoadedInput> {
  const root = projectsRoot(io.env);
  for (const folder of await findHolders(root, uuid)) yield { file: await readSource({ folder }, io) };
}

/**
 * Read what {@link locate} found.
 *
 * @param source the folder, or the transcript.
 * @param io the environment of the run.
 * @param ids as for {@link load}.
 */
export async function readSource(
  { folder, path, named }: InputSource,
  io: ReadIo,
  ids: readonly string[] = [],
): Promise<VFile> {
  const { followLinks } = io;
  if (path === undefined) {
    const project = await readNeeded(folder, named, ids, io);
    if (named !== undefined) project.data.named = { path: named, isWhole: false };
    return project;
  }
  const file = await readTranscript(path, { followLinks });
  const name = basename(path);
  // An agent file on its own: what stands beside it belongs to other agents.
  if (name.startsWith("agent-"))
    file.data.companions = file.data.companions!.filter(
      (one) => one.path === name || one.path === name.replace(/\.jsonl$/, ".meta.json"),
    );
  return file;
}

type ReadIo = Pick<CommandIo, "followLinks" | "config" | "processor" | "cache">;

/** Read what is needed of a folder: other sessions of a project cannot change anything in that of a session tree. */
async function readNeeded(
  folder: string,
  named: string | undefined,
  ids: readonly string[],
  io: ReadIo,
): Promise<VFile> {
  // An entry without a uuid is called `<path>:<line>`, which its file does not contain.
  const isFound = ids.length > 0 && !ids.some((id) => id === "" || id.includes(":"));
  if (!canDivide(io) || (named === undefined && !isFound)) return readProject(folder, { followLinks: io.followLinks });
  return named === undefined ? readPartsWith(folder, ids, io) : readPartOf(folder, named, io);
}

/** Whether a project may be read in parts: a plugin of the user may read other files, or look at the whole tree. */
export function canDivide({ config, processor }: Pick<CommandIo, "config" | "processor">): boolean {
  return processor === undefined && (config?.plugins.length ?? 0) === 0;
}

async function protect(input: LoadedInput, io: CommandIo): Promise<LoadedInput> {
  io.writer.protect(input.file);
  if (io.stdoutPath !== undefined) await io.writer.assertHarmless(io.stdoutPath);
  return input;
}

async function readStream(stream: AsyncIterable<Uint8Array | string>, source: string): Promise<VFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  // A file of its own has no value, as a project: unified makes one string of a value, which may be too long for one.
  const { bytes, damage } = await unpack(Buffer.concat(chunks));
  const transcript = new VFile({ path: "stdin.jsonl", value: bytes, data: { source } });
  if (damage !== undefined) transcript.message(damage).fatal = true;
  return new VFile({ path: "stdin.jsonl", data: { companions: [transcript] } });
}
