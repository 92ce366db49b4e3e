import { sep } from "node:path";
import { realpathIn } from "@ccdag/keep/write";
import { readPart } from "@ccdag/files";
import type { VFile } from "vfile";
import { RequestError } from "@ccdag/pipeline/tables";
import {
  allRows,
  canDivide,
  divideSource,
  foldersOf,
  type InputSource,
  type LibraryIo,
  load,
  locateAll,
  placeOf,
} from "@ccdag/library";

/** A session on disk. */
export interface OpenSession {
  readonly source: InputSource;
  /** Size and times of the files of its session tree; absent if plugins of the user may read others. */
  readonly state: string | undefined;
  /** Reads the files of its session tree. */
  readonly read: () => Promise<VFile>;
}

/**
 * Find out what an input of a tool means. A transcript may make a model ask for something, so nothing outside of the
 * folders of projects is read.
 *
 * @param input as for a command.
 * @param io the environment of the call.
 * @throws RequestError if it means nothing, or something that is in no folder of projects.
 */
export async function locateInRoots(input: string, io: LibraryIo): Promise<InputSource> {
  // This is where the messages of the client come from.
  if (input === "-") throw new RequestError("Unexpected `-`, expected a session or a project");
  const outside = new RequestError(
    `Unexpected \`${input}\`, which is in no folder of projects; list_sessions names sessions`,
  );
  const [source] = await locateAll([input], io, { hasStdin: false }).catch((error: unknown) => {
    // Whether there is such a file is nobody's business.
    throw looksLikePath(input) ? outside : error;
  });
  const roots = io.roots.map((root) => (io.followLinks ? root : realpathIn(root)));
  const isInside = (path: string) => {
    // A link may lead anywhere.
    const real = io.followLinks ? path : realpathIn(path);
    return roots.some((root) => root !== undefined && `${real}${sep}`.startsWith(`${root}${sep}`));
  };
  if (
    source !== undefined &&
    source.stream === undefined &&
    [...foldersOf([source]), ...(source.path === undefined ? [] : [source.path])].every(isInside)
  )
    return source;
  throw outside;
}

function looksLikePath(input: string): boolean {
  return /[\\/]|^\.{1,2}$|^~/.test(input);
}

/**
 * Find the session that an input means. A session is meant where a project has the same name.
 *
 * @param input as for a command.
 * @param io the environment of the call.
 * @throws RequestError as {@link locateInRoots}, or if it means a project and no session.
 */
export async function locateSession(input: string, io: LibraryIo): Promise<InputSource> {
  const source = await locateInRoots(input, io);
  if (source.session !== undefined) return source;
  const { rows } = await allRows(io);
  const [row, other] = rows.filter(({ id, title }) => id === input || title.toLowerCase() === input.toLowerCase());
  if (row === undefined || other !== undefined)
    throw new RequestError(`Unexpected project \`${input}\`, expected a session; list_sessions lists its sessions`);
  return { input, ...placeOf(row.path, io), session: row.id, isAlone: true };
}

/**
 * Find the files of a session.
 *
 * @param source the session, with the name of its transcript or of that of one of its agents.
 * @param io the environment of the call.
 */
export async function openSession(source: InputSource, io: LibraryIo): Promise<OpenSession> {
  const { named, path, isAlone } = source;
  const whole = { source, state: undefined, read: async () => (await load([source], io)).file };
  if (!canDivide(io) || named === undefined || path !== undefined) return whole;
  const project = await divideSource(source, io);
  const part = project.parts.find(({ paths }) => paths.includes(named));
  if (part === undefined) return whole;
  const read = async () => {
    const file = await readPart(project, part);
    if (isAlone !== true) file.data.named = { path: named, isWhole: false };
    return file;
  };
  return { source, state: part.state, read };
}
