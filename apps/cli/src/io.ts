import type { Writer } from "@ccdag/keep/write";
import { RequestError } from "@ccdag/pipeline/tables";
import type { ccdag } from "@ccdag/processor";
import type { Zone } from "./time.ts";
import type { UserConfig } from "./plugins/user-config.ts";

/** A terminal: its keys and its screen. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WriteStream;
}

/** The environment of a run: streams, folder, variables. Replace it to embed or test the command line. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: (text: string) => Promise<void>;
  /** The path of stdout, to notice that it leads into a file that is read (default: it is not checked). */
  readonly stdoutPath?: string | undefined;
  readonly stderr: (text: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stderr is a terminal: messages are then coloured by default, and progress is shown. */
  readonly isTerminal: boolean;
  /** Whether stdout is a terminal: what is printed is then made safe for it (default: `false`). */
  readonly isStdoutTerminal?: boolean | undefined;
  /** Whether something may be piped into the command (default: `false`). */
  readonly isStdinPiped?: boolean | undefined;
  /** The number of columns of stdout (default: unknown, as for a file). */
  readonly columns?: number | undefined;
  /** Asks the user a question and returns whether the answer is yes (default: nothing is asked, as in a script). */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** The terminal that a person types in (default: none, as in a script: nothing is then chosen from a list). */
  readonly terminal?: Terminal | undefined;
  /** The time that "yesterday" is relative to (default: the current time). Only relative dates in options depend on it. */
  readonly now?: Date | undefined;
  /** Stops a command that runs until it is interrupted, such as `serve` (default: SIGINT or SIGTERM stops it). */
  readonly stop?: Promise<void> | undefined;
  /** The processor that parses (default: `ccdag`). */
  readonly processor?: typeof ccdag | undefined;
  /** Plugins and settings of the user's config and `--use` (default: none). */
  readonly config?: UserConfig | undefined;
}

/** The environment of a command. */
export interface CommandIo extends Io {
  readonly config: UserConfig | undefined;
  readonly processor: Io["processor"];
  /** Writes a text with colours to stdout; untrusted text in it is safe already. */
  readonly styled: Io["stdout"];
  /** Writes all files of the run. */
  readonly writer: Writer;
  /** Whether links that lead out of a folder of transcripts are read. */
  readonly followLinks: boolean;
  /** The cache folder, for what is remembered between runs; absent for none. */
  readonly cache: string | undefined;
  /** The folders of projects that are read as one, absolute; they need not exist. */
  readonly roots: readonly string[];
  readonly isVerbose: boolean;
  readonly isQuiet: boolean;
  /** Whose days and hours options and tables mean. */
  readonly zone: Zone;
  /** What is kept for the time of the run: see `once`. */
  readonly memo: Map<unknown, unknown>;
}

/** A command that cannot run as typed; the exit code is 2, and the message is printed on stderr. */
export class CallError extends RequestError {
  /** Lines that follow the message, such as a list of candidates. */
  readonly details: string;

  /**
   * @param message one line.
   * @param details lines that follow it (default: none).
   */
  constructor(message: string, details = "") {
    super(message);
    this.details = details;
  }
}

/** Whether an error says what is wrong with what was asked for: its message is one line for the person who asked. */
export function isForUser(error: unknown): error is Error {
  // By its name, because its module is not needed to print help.
  return error instanceof RequestError || (error instanceof Error && error.name === "FileError");
}

/** Exit codes. */
export const exit = { done: 0, found: 1, wrongCall: 2, unreadable: 3, fault: 4 } as const;
