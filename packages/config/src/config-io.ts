import type { OptionRow } from "@ccdag/pipeline/tables";

/** What looking for settings and plugins depends on. */
export interface ConfigIo {
  /** The current folder, absolute. */
  readonly cwd: string;
  /** The variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The options of the program that can be set in a config or by a variable, each name once. */
  readonly settings: readonly OptionRow[];
  /** Takes what a person should know before plugins run, such as the path of a config that is a program: whole lines. */
  readonly stderr: (text: string) => void;
}
