import type { ccdag } from "@ccdag/processor";
import type { UserConfig } from "@ccdag/config";
import type { LibraryIo } from "@ccdag/library";

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
export interface CommandIo extends Omit<Io, "config" | "processor">, LibraryIo {
  /** Takes lines for the person who typed the command. */
  readonly stderr: Io["stderr"];
  /** Writes a text with colours to stdout; untrusted text in it is safe already. */
  readonly styled: Io["stdout"];
}

/** Exit codes. */
export const exit = { done: 0, found: 1, wrongCall: 2, unreadable: 3, fault: 4 } as const;
