import { RequestError } from "@ccdag/pipeline";
import type { ccdag } from "@ccdag/processor";
import type { UserConfig } from "./plugins/user-config.ts";

/** What a run may touch of the world: replaced in tests. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: (text: string) => Promise<void>;
  readonly stderr: (text: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether messages may be coloured when the user does not say. */
  readonly isTerminal: boolean;
  /** What "yesterday" counts from (default: the time of the run). No output depends on it but by what was asked for. */
  readonly now?: Date | undefined;
  /** Ends a command that would go on for ever (default: when the process is interrupted). */
  readonly stop?: Promise<void> | undefined;
  /** The processor that reads (default: `ccdag`). */
  readonly processor?: typeof ccdag | undefined;
  /** What the user's config and `--use` want (default: nothing). */
  readonly config?: UserConfig | undefined;
}

/** A call that cannot be carried out as it was typed; exit code 2. */
export class CallError extends RequestError {}

/** Exit codes. */
export const exit = { done: 0, found: 1, wrongCall: 2, unreadable: 3 } as const;
