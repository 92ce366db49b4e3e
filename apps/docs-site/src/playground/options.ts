import {
  exportOptions,
  findFormat,
  fittingOptions,
  type Format,
  formats,
  longFlagOf,
  negatedFlagOf,
  type OptionRow,
} from "@ccdag/pipeline/tables";

/** Options of `ccdag export` by their names, as typed; absent ones have their defaults. */
export interface ViewOptions {
  /** The name of a format. */
  readonly to: string;
  /** The session to show (default: all). */
  readonly session?: string | undefined;
  readonly leaf?: string | undefined;
  readonly [name: string]: unknown;
}

/** Choices that write files next to a document, or that need an id. */
const needsFiles = new Set(["separate", "files", "<uuid>"]);

/** Formats of one text: a vault is a folder of notes, and Parquet is no text. */
export const viewFormats: readonly Format[] = formats.filter(({ isNote, isBinary }) => !isNote && !isBinary);

/** The options of a form: those of the table that need no files and no terminal. */
export const formOptions: readonly OptionRow[] = exportOptions.filter(({ label }) => label !== undefined);

/** The choices of an option, with their meanings; empty for an option that takes text. */
export function choicesOf({ choices, off, flags, description }: OptionRow): ReadonlyArray<readonly [string, string]> {
  if (choices) return Object.entries(choices).filter(([value]) => !needsFiles.has(value));
  if (flags.includes("<")) return [];
  return off === undefined
    ? [["true", description]]
    : [
        ["true", description],
        ["false", off],
      ];
}

/** The format of a view. */
export function formatOf({ to }: Pick<ViewOptions, "to">): Format {
  return findFormat(to) ?? viewFormats[0]!;
}

/**
 * Read options from an untrusted source, such as an address; unknown options and values are dropped.
 *
 * @param given anything.
 */
export function readViewOptions(given: Readonly<Record<string, unknown>>): ViewOptions {
  const to = viewFormats.some(({ name }) => name === given["to"]) ? String(given["to"]) : "html";
  const kept: Record<string, unknown> = {};
  for (const row of formOptions) {
    const value = given[row.name];
    const choices = choicesOf(row);
    if (choices.length === 0 ? isReadable(row, value) : choices.some(([choice]) => choice === String(value)))
      kept[row.name] = value === "true" ? true : value === "false" ? false : value;
  }
  if (typeof given["session"] === "string") kept["session"] = given["session"];
  return { ...kept, to };
}

function isReadable({ read }: OptionRow, value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    read?.(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * The command with the same output.
 *
 * @param input the input, as typed.
 * @param options the options; those that do not fit the format are omitted.
 */
export function toCommand(input: string, options: ViewOptions): string {
  const fitting = fittingOptions(options, formatOf(options));
  const words = ["npx ccdag export", toWord(input), `--to ${options.to}`];
  for (const row of formOptions) {
    const value = fitting[row.name];
    if (typeof value === "boolean") words.push(value ? longFlagOf(row) : negatedFlagOf(row));
    else if (typeof value === "string") words.push(`${longFlagOf(row)} ${quote(value)}`);
  }
  return words.join(" ");
}

/** A path as a word of a shell, with `~` expanded by the shell. */
export function toWord(path: string): string {
  return path.startsWith("~/") ? `~/${quote(path.slice(2))}` : quote(path);
}

/** A word of a shell. */
function quote(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
