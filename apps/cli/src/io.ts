import { RequestError } from "@ccdag/pipeline";
import type { ccdag } from "@ccdag/processor";
import type { UserConfig } from "./plugins/user-config.ts";

/** The environment of a run: streams, folder, variables. Replace it to embed or test the command line. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: (text: string) => Promise<void>;
  readonly stderr: (text: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stderr is a terminal: messages are then coloured by default, and progress is shown. */
  readonly isTerminal: boolean;
  /** The time that "yesterday" is relative to (default: the current time). Only relative dates in options depend on it. */
  readonly now?: Date | undefined;
  /** Stops a command that runs until it is interrupted, such as `serve` (default: SIGINT or SIGTERM stops it). */
  readonly stop?: Promise<void> | undefined;
  /** The processor that parses (default: `ccdag`). */
  readonly processor?: typeof ccdag | undefined;
  /** Plugins and settings of the user's config and `--use` (default: none). */
  readonly config?: UserConfig | undefined;
}

/** A command that cannot run as typed; the exit code is 2, and the message is printed on stderr. */
export class CallError extends RequestError {}

/** Exit codes. */
export const exit = { done: 0, found: 1, wrongCall: 2, unreadable: 3 } as const;
