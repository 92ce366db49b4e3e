import { stat } from "node:fs/promises";
import { listTranscripts } from "@ccdag/files";
import {
  canDivide,
  eachTreePart,
  type InputSource,
  isWhole,
  type LibraryIo,
  NothingToRead,
  readingOf,
} from "@ccdag/library";
import { documentStem } from "@ccdag/pipeline";
import { type PartRows, rootsOf } from "../../pages/join-parts.ts";
import { openProject, type PageOptions } from "../../pages/open-project.ts";
import { partRows } from "../../pages/part-rows.ts";
import { sitePartsOf } from "../../pages/site-parts.ts";
import { sessionOf } from "../../pages/source-size.ts";

/** A transcript that was found, before it is read. */
export interface FoundTranscript {
  readonly sessionId: string;
  /** The name of the page of its session. */
  readonly page: string;
  /** When it or a file of its agents was written last, in milliseconds since 1970. */
  readonly time: number;
}

/**
 * List the transcripts of a project; none is read.
 *
 * @param source the project, or one session of it.
 * @param io the environment of the run.
 */
export async function findTranscripts(source: InputSource, io: LibraryIo): Promise<FoundTranscript[]> {
  const found = new Map<string, FoundTranscript>();
  for (const { path, real } of await listTranscripts(source.folder, readingOf(source, io))) {
    const sessionId = sessionOf(path);
    if (sessionId.startsWith("agent-") || (source.session !== undefined && sessionId !== source.session)) continue;
    const time = Math.floor((await stat(real).catch(() => undefined))?.mtimeMs ?? 0);
    found.set(sessionId, { sessionId, page: pageOf(path), time: Math.max(time, found.get(sessionId)?.time ?? 0) });
  }
  return [...found.values()];
}

/**
 * The name of the page of the session that a file belongs to.
 *
 * @param path the path of the file, with `/`.
 */
export function pageOf(path: string): string {
  return `${documentStem({ type: "session", sessionId: sessionOf(path), children: [] })}.html`;
}

/**
 * Read what an index says of a project, part by part. What was found in a part is remembered between runs, unless it is redacted
 * or made by plugins.
 *
 * @param source the project, or one session of it.
 * @param io the environment of the run.
 * @param options options of the pages.
 */
export async function* rowsOfProject(
  source: InputSource,
  io: LibraryIo,
  options: PageOptions,
): AsyncGenerator<PartRows> {
  const isSecret = options.redaction !== undefined;
  if (isSecret || !isWhole(source) || !canDivide(io)) {
    for (const part of await sitePartsOf(source, io, isSecret)) {
      const { title, sessions, places, untitled } = await openProject(await part.read(), source.session, options);
      yield { title, untitled, roots: rootsOf(sessions, places) };
    }
    return;
  }
  try {
    const { prices } = options;
    for await (const { result } of eachTreePart([source], io, ["index", 2, prices], (part) => partRows(part, prices)))
      yield result;
  } catch (error) {
    // A project may have no conversation yet.
    if (!(error instanceof NothingToRead)) throw error;
  }
}
