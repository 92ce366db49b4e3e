import type { JsonObject } from "@ccdag/core";
// A module must be known before it can be extended.
// oxlint-disable-next-line import/no-empty-named-blocks, unicorn/require-module-specifiers
import type {} from "unified";

declare module "unified" {
  interface Data {
    /** How agents keep their sessions that plugins can read: their files are found beside those of Claude Code. */
    ccdagClients?: ClientFiles[] | undefined;
  }
}

/**
 * How another coding agent keeps its sessions. Its files are arranged as those of Claude Code, `<project>/<session>.jsonl`, so
 * that everything that finds, lists, watches or reads sessions does so for this agent, too. A `Source` of the same name reads
 * their records.
 */
export interface ClientFiles<Facts = unknown> {
  /** The name of its source, such as `codex`. */
  readonly name: string;
  /** To be changed when {@link facts} or {@link place} change: what was remembered is then made again. */
  readonly version: number;
  /** Its data folder below the home of a person, with `/`, such as `.codex`. */
  readonly folder: string;
  /** The variable that names another data folder, such as `CODEX_HOME` (default: there is none). */
  readonly variable?: string | undefined;
  /**
   * Whether a file is asked about.
   *
   * @param path relative to the data folder, with `/`.
   */
  isFile(path: string): boolean;
  /**
   * Whether files may be in a folder (default: they may be in all). Some clients keep copies of whole repositories beside
   * their sessions.
   *
   * @param path relative to the data folder, with `/`.
   */
  isFolder?(path: string): boolean;
  /**
   * The files that belong to a file, for the file system: it has changed when one of them has, such as the log of a
   * database (default: there are none). They need not exist.
   */
  beside?(file: ClientFile): readonly string[];
  /**
   * What must be known of a file to place it. It is remembered as JSON until the file changes, so it must be small.
   *
   * @param file the file.
   * @param before what was known before it changed, if it was looked at before.
   * @throws any error: the file is then reported, and what was arranged of it stays.
   */
  facts(file: ClientFile, before?: Facts): Facts | Promise<Facts>;
  /**
   * Where the sessions are, from the facts of all files. Order matters: of several files with one place, the later ones
   * are segments of the session. Each place is written before the next one is asked for, so a generator may hold a
   * database open and close it in `finally`.
   *
   * @param files sorted by path.
   */
  place(files: ReadonlyArray<PlacedFacts<Facts>>): Iterable<TranscriptPlace>;
}

/** A file of a client. */
export interface ClientFile {
  /** Relative to the data folder, with `/`. */
  readonly path: string;
  /** For the file system. */
  readonly real: string;
}

/** What is known of a file. */
export interface PlacedFacts<Facts> {
  readonly path: string;
  readonly facts: Facts;
}

/** Where a transcript belongs. */
export interface TranscriptPlace {
  /** The id of its session; of an agent, the session at the top. */
  readonly session: string;
  /** The id of the agent (default: it is the transcript of the session). */
  readonly agent?: string | undefined;
  /**
   * Of an agent: what is known of it. `toolUseId` is its call, `parentAgentId` the agent that made it, `name`, `agentType`,
   * `description`; `isFork` if it began with the words of its parent; `agentMode` is `background` if its parent does not
   * wait for it, `internal` if the client runs it by itself.
   */
  readonly about?: JsonObject | undefined;
  /** The working directory, which names the project (default: unknown). */
  readonly cwd?: string | undefined;
  /** What changes when its lines change, of a file that holds many (default: the state of its files). */
  readonly state?: string | undefined;
  /** When it was written last, in milliseconds since 1970, if {@link content} makes it (default: as its first file). */
  readonly time?: number | undefined;
  /** The paths of the files that it is made of, the first of them is what is read if there is no {@link content}. */
  readonly of: readonly string[];
  /**
   * The lines of the transcript, where the file is no transcript itself: a part of a file, or rows of a database. It is asked
   * for again when {@link state} has changed.
   *
   * @param real the path of each file of {@link of}, for the file system.
   */
  readonly content?: ((real: readonly string[]) => Promise<string | Uint8Array>) | undefined;
}
