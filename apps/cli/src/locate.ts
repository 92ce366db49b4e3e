import { realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { sessionIdOf } from "@ccdag/core";
import { findSessions, isTranscript, newestSession, plainName, projectName, projectsRoot } from "@ccdag/files";
import { CallError, type Io } from "./io.ts";

/** What an input means: a folder, one session of a folder, or one transcript on its own. */
export interface InputSource {
  /** The folder of the transcripts. */
  readonly folder: string;
  /** The id of the requested session; absent if all are requested. */
  readonly session?: string | undefined;
  /** The name of the transcript of this session, in the folder. */
  readonly named?: string | undefined;
  /** The transcript, if it is read without the rest of its folder. */
  readonly path?: string | undefined;
}

/**
 * Find out what an input means. A directory means the project of that working directory, if the client has one. A
 * transcript in a projects folder is a session of its project; any other one stands on its own.
 *
 * @param input as for {@link load}, without pipes and stdin.
 * @param io the environment of the run.
 * @throws CallError if it means nothing.
 */
export async function locate(input: string | undefined, io: Io): Promise<InputSource> {
  if (input === undefined) return newest(io);
  const path = isAbsolute(input) ? input : resolve(io.cwd, input);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return { folder: await projectOf(path, io) };
  if (stats && !stats.isFile()) throw new CallError(`Unexpected device \`${input}\`, expected a file or a folder`);
  if (stats) return sourceOf(path, input, io);
  const found = await findTranscript(input, io);
  return sessionIn(dirname(found), basename(found));
}

async function newest(io: Io): Promise<InputSource> {
  const folder = join(projectsRoot(io.env), projectName(io.cwd));
  const path = await newestSession(folder);
  if (path !== undefined) return sessionIn(folder, basename(path));
  throw new CallError(
    `No transcript of \`${io.cwd}\` in \`${projectsRoot(io.env)}\`; type \`ccdag export <path>\` or \`ccdag export <session id>\``,
  );
}

/** The project of a working directory, if the client has one; else the directory itself, a folder of transcripts. */
async function projectOf(path: string, io: Io): Promise<string> {
  const project = join(projectsRoot(io.env), projectName(path));
  return (await newestSession(project)) === undefined ? path : project;
}

async function sourceOf(path: string, input: string, io: Io): Promise<InputSource> {
  const name = basename(path);
  if (!isTranscript(name) || !plainName(name).endsWith(".jsonl"))
    throw new CallError(`Unexpected file \`${input}\`, expected a name ending in \`.jsonl\``);
  const folder = dirname(path);
  if (name.startsWith("agent-")) return { folder, path };
  const session = sessionIn(folder, name);
  return (await isProject(folder, io)) ? session : { ...session, path };
}

function sessionIn(folder: string, name: string): InputSource {
  return { folder, session: sessionIdOf(plainName(name)), named: plainName(name) };
}

/**
 * Whether a folder is the folder of a project: it is in the client's folder of projects, or in a copy of it, or has a
 * name as the client makes one of a path, such as `-home-me-app` or `C--me-app`.
 */
async function isProject(folder: string, io: Io): Promise<boolean> {
  if (basename(dirname(folder)) === "projects" || /^(?:[a-z]-)?-[\w-]+$/i.test(basename(folder))) return true;
  const [root, real] = await Promise.all(
    [projectsRoot(io.env), dirname(folder)].map((one) => realpath(one).catch(() => "")),
  );
  return root !== "" && root === real;
}

/** The error for a folder without transcripts. */
export function noTranscript(input: string): CallError {
  return new CallError(`No transcript in \`${input}\`, expected files ending in \`.jsonl\``);
}

/**
 * Find the transcript of a session.
 *
 * @param input the session id, or a prefix of it.
 * @param io the environment of the run.
 * @returns the path of the transcript.
 * @throws CallError if no session matches, or more than one.
 */
async function findTranscript(input: string, io: Io): Promise<string> {
  if (/[/\\]|\.jsonl$/.test(input)) throw new CallError(`No such file or folder: \`${input}\``);
  const root = projectsRoot(io.env);
  const found = /^[\w-]+$/.test(input) ? await findSessions(root, input) : [];
  const [path, other] = found;
  if (path === undefined)
    throw new CallError(`Unexpected input \`${input}\`, expected a path or a session id in \`${root}\``);
  if (other !== undefined)
    throw new CallError(
      `Unexpected prefix \`${input}\`, it matches ${found.length} session ids: ${found.map((one) => sessionIdOf(plainName(one))).join(", ")}`,
    );
  return path;
}
