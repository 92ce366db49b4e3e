import { sourceFor } from "@ccdag/clients";
import type { DivideOptions, HistorySession, ListedFile, ListOptions } from "@ccdag/files";
import { filesOfClients } from "./files-of-clients.ts";
import type { LibraryIo } from "./library-io.ts";

/** What an input means: a folder, one session of a folder, one transcript on its own, or a stream. */
export interface InputSource {
  /** The input as typed, for messages; `.` for none. */
  readonly input: string;
  /** The folder of the transcripts. */
  readonly folder: string;
  /** Other folders that are read as one with it: the same project in other roots. */
  readonly also?: readonly string[] | undefined;
  /** The id of the requested session; absent if all are requested. */
  readonly session?: string | undefined;
  /** The name of the transcript of this session, in the folder. */
  readonly named?: string | undefined;
  /** Whether only this session of its file is requested: it was named, and not its file. */
  readonly isAlone?: boolean | undefined;
  /** The beginning of the uuid of an entry that was named with the session, as in `3b30241f#91ab23cd`. */
  readonly entry?: string | undefined;
  /** The transcript, if it is read without the rest of its folder. */
  readonly path?: string | undefined;
  /** The prompts of a session whose transcript is gone; they are read instead of a folder. */
  readonly gone?: GoneSession | undefined;
  /** The content of stdin, or the path of a pipe, that is read instead of a folder. */
  readonly stream?: Uint8Array | string | undefined;
}

/** Whether a source is a whole folder. */
export function isWhole({ session, path, stream }: InputSource): boolean {
  return session === undefined && path === undefined && stream === undefined;
}

/** The folders that are read for sources. */
export function foldersOf(sources: readonly InputSource[]): string[] {
  return sources.flatMap(({ folder, also = [] }) => [folder, ...also]);
}

/** How the folder of a source is listed and divided. */
export function readingOf(
  { folder, also }: InputSource,
  io: Pick<LibraryIo, "followLinks" | "cache" | "clients" | "config" | "roots" | "isInRootsOnly">,
): DivideOptions {
  return { ...listingOf(folder, io), cache: io.cache, also };
}

/** How a folder is listed: in a root, a project may be a link, as for the client. */
export function listingOf(
  folder: string,
  {
    followLinks,
    roots,
    isInRootsOnly,
    clients,
    config,
  }: Pick<LibraryIo, "clients" | "followLinks" | "roots" | "isInRootsOnly"> & Partial<Pick<LibraryIo, "config">>,
): ListOptions {
  const choose = clients && ((files: readonly ListedFile[]) => filesOfClients(files, clients, config));
  return { followLinks, hasLinkedProjects: isInRootsOnly !== true && roots.includes(folder), sourceFor, choose };
}

/** What a source is, in words. */
export function describe({ input, folder, also = [], session, path, stream, gone }: InputSource): string {
  if (gone !== undefined) return `the prompts of session ${session} in ${gone.path}`;
  if (stream !== undefined) return typeof stream === "string" ? `the pipe ${stream}` : "stdin";
  const where = [folder, ...also].join(" and ");
  const what = session === undefined ? "all transcripts" : `session ${session}`;
  const why = input === "." ? "" : `, which is what \`${input}\` means`;
  return path === undefined ? `${what} of ${where}${why}` : path;
}

/** A session of which only prompts are left. */
export interface GoneSession {
  /** The file of the prompt history. */
  readonly path: string;
  readonly session: HistorySession;
}
