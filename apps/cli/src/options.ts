import { exportOptions, type GivenOptions, type OptionRow, RequestError } from "@ccdag/pipeline/tables";
import type { CommandRow } from "./command.ts";
import { commandTable } from "./command-table.ts";

/** Options of every command. */
const commonOptions: readonly OptionRow[] = [
  {
    name: "use",
    flags: "--use <plugin>",
    description: "use a plugin: name, or name=key:value; may be repeated",
    isRepeated: true,
  },
  {
    name: "config",
    flags: "--config <file>",
    description: "config file",
    off: "use no config file",
    default:
      "the nearest ccdag.config.json, .js, .mjs or .ts, or package.json with the key ccdag, over the user-wide one",
  },
  {
    name: "root",
    isSetting: true,
    inConfig: { needsConsent: true },
    flags: "--root <folder>",
    description:
      "read this folder of projects, too, such as an archive, as one with that of the client; may be repeated",
    isRepeated: true,
  },
  {
    name: "client",
    flags: "--client <names>",
    description: "read the sessions of these coding agents only, such as codex; several with commas",
    isRepeated: true,
  },
  {
    name: "alias",
    isSetting: true,
    inConfig: { needsConsent: true },
    flags: "--alias <old=new>",
    description: "a project that was moved or renamed: the old path of its folder and the new one; may be repeated",
    isRepeated: true,
  },
  {
    name: "store",
    flags: "--store <place>",
    description:
      "read the sessions of this store instead of transcripts: its folder, or the address of a PostgreSQL server",
  },
  {
    name: "utc",
    isSetting: true,
    flags: "--utc",
    description: "days and times of options and tables in UTC",
    default: "local time",
  },
  {
    name: "followLinks",
    isSetting: true,
    inConfig: { needsConsent: true },
    flags: "--follow-links",
    description: "read what links lead to that lead out of the folder",
  },
  {
    name: "cache",
    isSetting: true,
    inConfig: { needsConsent: true },
    flags: "--cache <folder>",
    description: "cache folder, with which unchanged transcripts are not read again",
    off: "remember nothing between runs",
    default: "$CCDAG_CACHE, else the cache folder of the user",
  },
  { name: "quiet", isSetting: true, flags: "-q, --quiet", description: "print errors only" },
  {
    name: "verbose",
    isSetting: true,
    flags: "-v, --verbose",
    description: "print each warning, and remarks",
    conflict: (_, { quiet }) =>
      quiet === undefined ? undefined : "Unexpected --verbose with --quiet, which prints errors only",
  },
  {
    name: "color",
    isSetting: true,
    flags: "--color",
    description: "color messages",
    off: "do not color messages",
    default: "in a terminal",
  },
];

/** Whether every command has an option. */
export function isCommon({ name }: OptionRow): boolean {
  return commonOptions.some((one) => one.name === name);
}

/** The options of a command, its own first, then those that every one has but a plain one; of no command these. */
export function optionsOf(command: Pick<CommandRow, "options" | "isPlain"> = { options: [] }): OptionRow[] {
  return [...command.options, ...(command.isPlain ? [] : commonOptions)];
}

/** The options that can be set in a config or by an environment variable, each name once. */
export function settingRows(): OptionRow[] {
  const all = [...exportOptions, ...commandTable.flatMap(({ options }) => options), ...commonOptions];
  const settings = all.filter(({ isSetting }) => isSetting === true);
  return settings.filter(({ name }, at) => settings.findIndex((one) => one.name === name) === at);
}

/**
 * Refuse options that conflict, or have no effect beside others.
 *
 * @param command the command.
 * @param given as typed.
 * @throws RequestError for the first of them.
 */
export function assertFitting(command: { readonly options: readonly OptionRow[] }, given: GivenOptions): void {
  for (const { name, conflict } of optionsOf(command)) {
    const reason = given[name] === undefined ? undefined : conflict?.(given[name], given);
    if (reason !== undefined) throw new RequestError(reason);
  }
}
