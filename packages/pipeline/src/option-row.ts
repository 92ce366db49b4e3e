import type { Format } from "./formats.ts";

/** Where in the pipeline an option has its effect; absent for what only the command line does, such as `--output`. */
export type Stage = "parse" | "select" | "redact" | "detail" | "order" | "render" | "layout";

/** One option: all that is known of it. Help, documents, forms and checks are made of this. */
export interface OptionRow {
  /** Its name in code, such as `keepImages`. */
  readonly name: string;
  /** As typed, such as `--keep-images` or `-o, --output <file>`. */
  readonly flags: string;
  /** What it does, in a few words. */
  readonly description: string;
  /** The commands that have it. */
  readonly commands: readonly string[];
  /** What may be typed, each with what it means. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
  /** Whether other values than the choices are allowed, too (default: `false`). */
  readonly isOpen?: boolean | undefined;
  /** What happens without it: a choice, or words. */
  readonly default?: string | undefined;
  /** Whether `--no-…` turns it off, and what that does (default: it cannot be turned off). */
  readonly off?: string | undefined;
  /** Whether a command needs it (default: `false`). */
  readonly isRequired?: boolean | undefined;
  readonly stage?: Stage | undefined;
  /** The label of its control in a form; absent for options that need files or a terminal. */
  readonly label?: string | undefined;
  /** Reads what was typed (default: it is taken as it is); throws a `RequestError`. */
  readonly read?: ((text: string) => unknown) | undefined;
  /** Why a format does not take it; absent where each does. */
  readonly unfit?: ((format: Format) => string | undefined) | undefined;
}

/** The help of an option: what it does, its choices, its default. */
export function helpOf({ description, choices, default: usual }: OptionRow): string {
  const list = Object.entries(choices ?? {}).map(([value, words]) => (words === "" ? value : `${value} (${words})`));
  const all = list.length === 0 ? "" : `: ${list.join(", ")}`;
  return `${description}${all}${usual === undefined ? "" : `; default: ${usual}`}`;
}
