import { stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import {
  findHolders,
  findSessions,
  newestSession,
  projectName,
  projectsRoot,
  readProject,
  readTranscript,
} from "@ccdag/files";
import { sessionIdOf } from "@ccdag/core";
import { VFile } from "vfile";
import { CallError, type Io } from "./io.ts";

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
 * @param input a folder, a transcript, a session id or a prefix of one, `-` for stdin; absent for the newest session of
 *   the project of the current directory.
 * @param io the environment of the run.
 * @throws CallError when there is no transcript.
 */
export async function load(input: string | undefined, io: Io): Promise<LoadedInput> {
  if (input === "-") return { file: await readStdin(io) };
  if (input === undefined) return newest(io);
  const path = isAbsolute(input) ? input : resolve(io.cwd, input);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return loadFolder(path, input, io);
  if (stats) return loadFile(path, input);
  const found = await findTranscript(input, io);
  return loadFile(found, input);
}

/**
 * Read every project that contains a uuid: unrelated projects may contain the same one.
 *
 * @param uuid the uuid, or a prefix of one.
 * @param io the environment of the run.
 */
export async function* loadHolders(uuid: string, io: Io): AsyncGenerator<LoadedInput> {
  const root = projectsRoot(io.env);
  for (const folder of await findHolders(root, uuid)) yield { file: await readProject(folder) };
}

async function readStdin(io: Io): Promise<VFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  return new VFile({ path: "stdin.jsonl", value: Buffer.concat(chunks) });
}

async function newest(io: Io): Promise<LoadedInput> {
  const folder = join(projectsRoot(io.env), projectName(io.cwd));
  const path = await newestSession(folder);
  if (path !== undefined) return loadFile(path, path);
  throw new CallError(
    `No transcript of \`${io.cwd}\` in \`${projectsRoot(io.env)}\`; type \`ccdag export <path>\` or \`ccdag export <session id>\``,
  );
}

/** Read a folder of transcripts; or, for the working directory of a project, the transcripts of that project. */
async function loadFolder(path: string, input: string, io: Io): Promise<LoadedInput> {
  const file = await readProject(path);
  if (file.data.companions!.length > 0) return { file };
  const project = join(projectsRoot(io.env), projectName(path));
  const found = await readProject(project).catch(() => undefined);
  if (found && found.data.companions!.length > 0) return { file: found };
  throw new CallError(`No transcript in \`${input}\`, expected files ending in \`.jsonl\``);
}

/** Read the whole project of one session, because the session that it continues may be in another file. */
async function loadFile(path: string, input: string): Promise<LoadedInput> {
  const name = basename(path);
  if (!name.endsWith(".jsonl"))
    throw new CallError(`Unexpected file \`${input}\`, expected a name ending in \`.jsonl\``);
  if (name.startsWith("agent-")) {
    const file = await readTranscript(path);
    file.data.companions = file.data.companions!.filter(
      (one) => one.path === name || one.path === name.replace(/\.jsonl$/, ".meta.json"),
    );
    return { file };
  }
  return { file: await readProject(dirname(path)), session: sessionIdOf(path) };
}

/**
 * Find the transcript of a session.
 *
 * @param input the session id, or a prefix of it.
 * @param io the environment of the run.
 * @returns the path of the transcript.
 * @throws CallError if no session matches, or more than one.
 */
export async function findTranscript(input: string, io: Io): Promise<string> {
  if (/[/\\]|\.jsonl$/.test(input)) throw new CallError(`No such file or folder: \`${input}\``);
  const root = projectsRoot(io.env);
  const found = /^[\w-]+$/.test(input) ? await findSessions(root, input) : [];
  const [path, other] = found;
  if (path === undefined)
    throw new CallError(`Unexpected input \`${input}\`, expected a path or a session id in \`${root}\``);
  if (other !== undefined)
    throw new CallError(
      `Unexpected prefix \`${input}\`, it matches ${found.length} session ids: ${found.map((one) => basename(one, ".jsonl")).join(", ")}`,
    );
  return path;
}
