import type { Format } from "./formats.ts";

/** The stage of the pipeline that an option affects. Options of the command line alone, such as `--output`, have none. */
type Stage = "parse" | "select" | "redact" | "detail" | "order" | "render" | "layout";

/** Options as typed or chosen, by name: strings and booleans, or parsed values. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** How a config sets an option, where it does more than to give the command line another default. */
export interface OptionInConfig {
  /** The built-in plugin that takes it, and the name of it there; without a name it switches the plugin on. */
  readonly plugin?: readonly [plugin: "detail" | "redact", option?: string] | undefined;
  /** Who uses it: the renderer, the command, or both (default: the renderer in the stage `render`, else the command). */
  readonly usedBy?: "renderer" | "command" | "both" | undefined;
  /**
   * Whether a config may set it only if the user wrote or named that config, because it says where transcripts are read from, kept
   * or sent to (default: `false`).
   */
  readonly needsConsent?: boolean | undefined;
  /** Whether a config in JavaScript may hold what the renderer takes itself, such as a function (default: `false`). */
  readonly isOpen?: boolean | undefined;
}

/** One row of the table of options. Help, documentation, forms and checks are generated from it. */
export interface OptionRow {
  /** Its name in code, such as `keepImages`. */
  readonly name: string;
  /** As typed, such as `--keep-images` or `-o, --output <file>`. */
  readonly flags: string;
  /** What it does, in a few words. */
  readonly description: string;
  /** The values, each with its meaning. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
  /** Whether other values than the choices are allowed (default: `false`). */
  readonly isOpen?: boolean | undefined;
  /** The default: a choice, or a description of what happens without the option. */
  readonly default?: string | undefined;
  /** The description of `--no-…`, which turns the option off (default: it cannot be turned off). */
  readonly off?: string | undefined;
  /** Whether it may be repeated: its value is then the list of all values (default: `false`, the last one counts). */
  readonly isRepeated?: boolean | undefined;
  /** Whether a command needs it (default: `false`). */
  readonly isRequired?: boolean | undefined;
  /** Whether it can be set in a config and by an environment variable (default: `false`, it is for one run). */
  readonly isSetting?: boolean | undefined;
  /** How a config sets it (default: as another default). */
  readonly inConfig?: OptionInConfig | undefined;
  /** The stage that it affects; absent for options of the command line alone. */
  readonly stage?: Stage | undefined;
  /** The label in a form; absent for options that need files or a terminal. */
  readonly label?: string | undefined;
  /** Parses the text that was typed (default: the text itself); throws a `RequestError` for invalid text. */
  readonly read?: ((text: string) => unknown) | undefined;
  /**
   * Returns why a format does not support the option with a value, or in general if the value is absent; absent if all
   * formats support all values.
   */
  readonly unfit?: ((format: Format, value?: unknown) => string | undefined) | undefined;
  /**
   * Returns the message if a value conflicts with another option, or has no effect beside it; absent if no value does. Options
   * are given as typed.
   */
  readonly conflict?: ((value: unknown, given: GivenOptions) => string | undefined) | undefined;
}

/**
 * What the value of an option is: `switch` is a boolean, `choice` one of its choices, `size` a number of characters,
 * `number` an integer, `path` a file or folder, `list` a list of texts or names, `text` anything else.
 */
export type ValueKind = "switch" | "choice" | "size" | "number" | "path" | "list" | "text";

/** The kind of the values of an option. */
export function valueKindOf({ flags, choices, isOpen, isRepeated }: OptionRow): ValueKind {
  const placeholder = /<([\w=]+)>/.exec(flags)?.[1];
  if (placeholder === undefined) return "switch";
  if (isRepeated || placeholder === "names") return "list";
  if (choices) return isOpen ? "text" : "choice";
  return kinds[placeholder] ?? "text";
}

const kinds: Readonly<Record<string, ValueKind>> = {
  chars: "size",
  file: "path",
  folder: "path",
  number: "number",
  path: "path",
};

/** The long flag of an option, such as `--output` of `-o, --output <file>`. */
export function longFlagOf({ flags }: Pick<OptionRow, "flags">): string {
  return /--[\w-]+/.exec(flags)![0];
}

/** The flag that turns an option off, such as `--no-redact`. */
export function negatedFlagOf(option: Pick<OptionRow, "flags">): string {
  return `--no-${longFlagOf(option).slice(2)}`;
}

/** The help of an option: what it does, its choices, its default. */
export function helpOf({ description, choices, default: usual }: OptionRow): string {
  const list = Object.entries(choices ?? {}).map(([value, words]) => (words === "" ? value : `${value} (${words})`));
  const all = list.length === 0 ? "" : `: ${list.join(", ")}`;
  return `${description}${all}${usual === undefined ? "" : `; default: ${usual}`}`;
}
