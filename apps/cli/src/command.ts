import type { OptionRow } from "@ccdag/pipeline/tables";
import type { purposes } from "./groups.ts";
import type { CommandIo } from "./io.ts";

/**
 * A command: what is typed, what help says, and the function that runs it. Each file in `command` exports one as `command`; the
 * table of commands, help, README, completion and the schema of a config are generated from them (`pnpm generate commands`).
 */
export interface Command {
  /** Such as `ls`; `store serve` is a command of the group `store`. */
  readonly name: string;
  /** Its place in the help: the least is the first. */
  readonly rank: number;
  /** What a person wants to do with it: help has a heading for each. */
  readonly purpose: keyof typeof purposes;
  readonly description: string;
  /** As in usage: `[path]`, `<uuid>`, `[path...]`. */
  readonly arguments: ReadonlyArray<readonly [name: string, description: string]>;
  /** Its own options; those that every command has are added. */
  readonly options: readonly OptionRow[];
  /** The text after `ccdag` in the example of the help. */
  readonly example: string;
  /** Whether the output may contain untrusted text; control characters in it are then replaced (default: `false`). */
  readonly isUntrusted?: boolean | undefined;
  /** Whether it has only its own options, and reads no configs: it starts at once (default: `false`). */
  readonly isPlain?: boolean | undefined;
  /** Whether it may run while sessions are written (default: `false`). */
  readonly isLong?: boolean | undefined;
  /** Whether it reads no sessions of this machine (default: `false`). */
  readonly hasNoSessions?: boolean | undefined;
  /**
   * Whether it uses a config of the project only if `--config` names it, because a client starts it in any folder (default:
   * `false`).
   */
  readonly hasUserConfigOnly?: boolean | undefined;
  /** Whether help does not show it, because only programs call it (default: `false`). */
  readonly isHidden?: boolean | undefined;
  /** Runs the command; `options` holds what was typed, by the names of its options. Returns the exit code. */
  readonly run: (args: readonly string[], options: never, io: CommandIo) => Promise<number>;
}

/** A command as the table has it: without what is loaded when it runs, and without functions in its options. */
export interface CommandRow extends Omit<Command, "run" | "rank"> {
  readonly load: () => Promise<{ readonly command: Command }>;
}
