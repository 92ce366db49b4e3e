import { basename } from "node:path";
import { sessionStemOf } from "@ccdag/ccast";
import { sessionIdOf } from "@ccdag/core";
import { listTranscripts, plainName, statOf } from "@ccdag/files";
import { type InputSource, ProgressCounter, type ReadIo, readingOf, type TaskProgress } from "@ccdag/library";

/** How much there is to read. */
export interface SourceSize {
  readonly sessions: number;
  /** The bytes of the transcripts, those of agents included. */
  readonly bytes: number;
}

/** The id of the session that a transcript belongs to, by its path. */
export function sessionOf(path: string): string {
  return sessionIdOf(plainName(`${basename(sessionStemOf(path))}.jsonl`));
}

/** The number of sessions that transcripts are of, by their paths. */
function countSessions(paths: readonly string[]): number {
  return new Set(paths.map(sessionOf).filter((id) => !id.startsWith("agent-"))).size;
}

/**
 * How much there is to read of a project; nothing is read.
 *
 * @param source the project, or one session of it.
 * @param io the environment of the run.
 */
export async function sizeOf(source: InputSource, io: ReadIo): Promise<SourceSize> {
  const all = await listTranscripts(source.folder, readingOf(source, io));
  const own = source.session === undefined ? all : all.filter(({ path }) => sessionOf(path) === source.session);
  const bytes = own.reduce((sum, { real }) => sum + Number(statOf(real)?.size ?? 0), 0);
  return { sessions: countSessions(own.map(({ path }) => path)), bytes };
}

/** Says how far a run over several projects is. */
export class SiteProgress {
  readonly #report: (progress: TaskProgress) => void;
  readonly #counter: ProgressCounter;
  #name = "";

  /**
   * @param sizes how much there is to read of each project.
   * @param report called after each step.
   */
  constructor(sizes: readonly SourceSize[], report: (progress: TaskProgress) => void) {
    const sum = (what: keyof SourceSize) => sizes.reduce((all, size) => all + size[what], 0);
    this.#counter = new ProgressCounter(sum("sessions"), sum("bytes"));
    this.#report = report;
  }

  /** Begin a project. */
  begin(name: string): void {
    this.#name = name;
    this.add({ paths: [], bytes: 0 });
  }

  /** Count a part that is done: its transcripts, by their paths, and their bytes. */
  add({ paths, bytes }: { readonly paths: readonly string[]; readonly bytes: number }): void {
    this.#report({ ...this.#counter.add(countSessions(paths), bytes), name: this.#name });
  }
}
