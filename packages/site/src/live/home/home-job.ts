import type { InputSource, LibraryIo } from "@ccdag/library";
import type { PartRows } from "../../pages/join-parts.ts";
import { type FoundTranscript, findTranscripts, rowsOfProject } from "./project-rows.ts";
import { findInProject, type FoundInSession } from "./found-session.ts";
import type { PageOptions } from "../../pages/open-project.ts";

/** What a thread needs to know to list sessions: data only. */
export type HomeJob = Pick<LibraryIo, "roots" | "clients" | "followLinks" | "cache" | "program"> &
  Pick<PageOptions, "prices">;

/** What is asked of a project: its transcripts, what an index says of them, or where words are. `stop` ends the last request. */
export type HomeRequest =
  | { readonly what: "list"; readonly source: InputSource }
  | { readonly what: "read"; readonly source: InputSource }
  | { readonly what: "search"; readonly source: InputSource; readonly words: string }
  | { readonly what: "stop" };

/** What a thread answers, one thing after the other, and at the end that this is all. */
export type HomeAnswer =
  | { readonly transcripts: readonly FoundTranscript[] }
  | { readonly rows: PartRows }
  | { readonly found: FoundInSession }
  | { readonly failure: string | undefined };

/** Answers what the home asks of projects, one request at a time. */
export interface HomeReader {
  /** The transcripts of a project; none is read. */
  list(source: InputSource): Promise<readonly FoundTranscript[]>;
  /** What an index says of a project, part by part. */
  read(source: InputSource): AsyncGenerator<PartRows>;
  /** Search a project: see {@link findInProject}. */
  search(source: InputSource, words: string, signal: AbortSignal, show: (found: FoundInSession) => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * A reader without a thread, for what cannot be sent to one.
 *
 * @param io the environment of the run.
 * @param options options of the pages.
 */
export function readHere(io: LibraryIo, options: PageOptions): HomeReader {
  // What is kept for a run would be older than the files.
  const fresh = () => ({ ...io, memo: new Map<unknown, unknown>(), showProgress: undefined });
  return {
    // A file may be named after what is redacted.
    list: async (source) => (options.redaction === undefined ? findTranscripts(source, fresh()) : []),
    read: (source) => rowsOfProject(source, fresh(), options),
    search: (source, words, signal, show) => findInProject(source, words, { ...fresh(), signal }, show),
    close: async () => {},
  };
}
