import type { CommandIo } from "./io.ts";

/** A command: its help, and the function that runs it. The module of a command is loaded when the command is called. */
export interface CommandRow {
  readonly name: string;
  readonly description: string;
  /** As in usage: `[path]`, `<uuid>`, `[path...]`. */
  readonly arguments: ReadonlyArray<readonly [name: string, description: string]>;
  /** The text after `ccdag` in the example of the help. */
  readonly example: string;
  /** Whether the output may contain untrusted text; control characters in it are then replaced (default: `false`). */
  readonly isUntrusted?: boolean | undefined;
  /** Whether it has no options, and reads neither configs nor transcripts (default: `false`). */
  readonly isPlain?: boolean | undefined;
  /**
   * Whether it uses a config of the project only if `--config` names it, because a client starts it in any folder (default:
   * `false`).
   */
  readonly hasUserConfigOnly?: boolean | undefined;
  /** Whether help does not show it, because only programs call it (default: `false`). */
  readonly isHidden?: boolean | undefined;
  /** Runs the command; `options` holds what was typed, keyed by the names in the table of options. Returns the exit code. */
  readonly run: (args: readonly string[], options: never, io: CommandIo) => Promise<number>;
}
