import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { sessionStemOf } from "@ccdag/ccast";
import { sessionIdOf } from "@ccdag/core";
import { listTranscripts, plainName } from "@ccdag/files";
import { type InputSource, type TaskProgress, type ReadIo, readingOf } from "@ccdag/library";

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
export function countSessions(paths: readonly string[]): number {
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
  const sizes = await Promise.all(
    own.map(({ real }) =>
      stat(real).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { sessions: countSessions(own.map(({ path }) => path)), bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Counts what a run has done of several projects. */
export class SiteProgress {
  readonly #report: (progress: TaskProgress) => void;
  readonly #all: SourceSize;
  #done: SourceSize = { sessions: 0, bytes: 0 };
  #name = "";

  /**
   * @param sizes how much there is to read of each project.
   * @param report called after each step.
   */
  constructor(sizes: readonly SourceSize[], report: (progress: TaskProgress) => void) {
    this.#all = sizes.reduce(plus, this.#done);
    this.#report = report;
  }

  /** Begin a project. */
  begin(name: string): void {
    this.#name = name;
    this.#show();
  }

  /** Count a part that is done. */
  add(part: SourceSize): void {
    this.#done = plus(this.#done, part);
    this.#show();
  }

  #show(): void {
    const { sessions: done, bytes } = this.#done;
    // Meanwhile a session may have begun, or grown.
    const [of, ofBytes] = [Math.max(this.#all.sessions, done), Math.max(this.#all.bytes, bytes)];
    this.#report({ done, of, bytes, ofBytes, name: this.#name });
  }
}

function plus(one: SourceSize, other: SourceSize): SourceSize {
  return { sessions: one.sessions + other.sessions, bytes: one.bytes + other.bytes };
}
