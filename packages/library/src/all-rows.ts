import { basename, isAbsolute, join } from "node:path";
import type { VFile } from "vfile";
import { MessageList } from "./message-list.ts";
import type { LibraryIo } from "./library-io.ts";
import type { InputSource } from "./input-source.ts";
import { eachTreePart, type PartScan, type TreePart } from "./tree-parts.ts";
import { locateAll } from "./locate.ts";
import { once } from "./once.ts";
import { allProjects, assertProjects, historiesOf, pathInRoot, projectsOf } from "./projects.ts";
import { type SessionRow, sessionRows } from "./session-row.ts";

/** The sessions of an input, and a file with the messages about it. */
export interface Rows<Row = SessionRow> {
  readonly rows: readonly Row[];
  readonly file: VFile;
}

/** The sessions of all projects in all roots; none if no root exists. They are read once in a run. */
export function allRows(io: LibraryIo): Promise<Rows> {
  return once(io, allRows, async () => rowsOf(await allSources(io), io));
}

/** All projects in all roots as a source; none if there is nothing to read. */
async function allSources(io: LibraryIo): Promise<readonly InputSource[]> {
  const source = allProjects(io);
  // Where the client has deleted all transcripts, their prompts are left.
  const isEmpty = historiesOf(io.roots).length > 0 && (await projectsOf(io)).length === 0;
  return source === undefined || isEmpty ? [] : [source];
}

/**
 * What the inputs of a command that lists or counts sessions mean.
 *
 * @param inputs as typed; without any, all projects are meant.
 * @param io the environment of the run.
 * @returns sources; none if there is nothing to read.
 * @throws RequestError if an input means nothing, or there is no folder of projects.
 */
export async function sourcesOfInputs(inputs: readonly string[], io: LibraryIo): Promise<readonly InputSource[]> {
  if (inputs.length > 0) return locateAll(inputs, io, { hasStdin: false });
  assertProjects(io);
  return allSources(io);
}

/**
 * The sessions that a command lists or counts.
 *
 * @param inputs as typed; without any, all projects are meant.
 * @param io the environment of the run.
 * @throws RequestError if an input means nothing, or there is no folder of projects.
 */
export async function rowsOfInputs(inputs: readonly string[], io: LibraryIo): Promise<Rows> {
  if (inputs.length > 0) return rowsOf(await sourcesOfInputs(inputs, io), io);
  assertProjects(io);
  return allRows(io);
}

/** What all rows have. */
type AnyRow = Pick<SessionRow, "path" | "folder"> & Partial<Pick<SessionRow, "title">>;

/**
 * The sessions of sources, part by part: a session that is in two sources is returned twice.
 *
 * @param sources what to read; of one session the sessions below it are included.
 * @param io the environment of the run.
 */
export function eachRow(sources: readonly InputSource[], io: LibraryIo): AsyncGenerator<Rows> {
  return eachRowBy(sources, io, sessionsMaking);
}

/** How rows are made. */
export interface RowMaking<Row> {
  /** What the rows depend on besides the transcripts. */
  readonly key: unknown;
  /** Makes the rows of a part. */
  readonly make: (part: TreePart) => readonly Row[];
  /** Makes them without trees, where that is possible (default: of none). */
  readonly scan?: PartScan<readonly Row[]> | undefined;
}

/** Makes the rows of sessions. */
export const sessionsMaking: RowMaking<SessionRow> = { key: ["rows", 8], make: sessionRows };

/** The same with other rows. */
async function* eachRowBy<Row extends AnyRow>(
  sources: readonly InputSource[],
  io: LibraryIo,
  { key, make, scan }: RowMaking<Row>,
): AsyncGenerator<Rows<Row>> {
  const bar = await io.showProgress?.();
  try {
    for await (const { result, file, folder, progress } of eachTreePart(sources, io, key, make, scan)) {
      io.signal?.throwIfAborted();
      bar?.at({ ...progress, name: result[0]?.title ?? "" });
      yield { rows: result.map((row) => ({ ...row, path: placeIn(row, folder, io) })), file };
    }
  } finally {
    bar?.end();
  }
}

/** The sessions of sources, each once. */
function rowsOf(sources: readonly InputSource[], io: LibraryIo): Promise<Rows> {
  return rowsBy(sources, io, sessionsMaking);
}

/** The same as {@link eachRowBy}, each row once; none without a source. */
export async function rowsBy<Row extends AnyRow & Pick<SessionRow, "id">>(
  sources: readonly InputSource[],
  io: LibraryIo,
  making: RowMaking<Row>,
): Promise<Rows<Row>> {
  const rows = new Map<string, Row>();
  const messages = new MessageList();
  for await (const part of sources.length === 0 ? [] : eachRowBy(sources, io, making)) {
    for (const row of part.rows) rows.set(`${row.path}\n${row.id}`, row);
    messages.add(part.file);
  }
  return { rows: [...rows.values()], file: messages.toFile() };
}

/** The transcript of a session, relative to its root; where none holds it, beside the folder that was read. */
function placeIn({ path, folder: own }: AnyRow, folder: string, io: LibraryIo): string {
  const found = own === undefined ? undefined : pathInRoot(own, basename(path), io);
  return found ?? (isAbsolute(folder) ? (pathInRoot(folder, path, io) ?? join(folder, path)) : path);
}
