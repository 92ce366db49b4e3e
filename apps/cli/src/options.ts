import { editOptions } from "./edit-options.ts";
import { keepOptions } from "./keep-options.ts";
import { storeOptions } from "./store-options.ts";
import { listOptions } from "./list-options.ts";
import { exportOptions, type GivenOptions, type OptionRow, RequestError } from "@ccdag/pipeline/tables";

const reports = ["branches", "tree", "agents", "edits", "usage", "diff", "explain", "ls", "search"];

/** Options of commands, which are no part of an export. */
const commandOptions: readonly OptionRow[] = [
  ...listOptions,
  ...editOptions,
  ...storeOptions,
  {
    name: "output",
    flags: "-o, --output <path>",
    description: "file, folder/ or - for stdout; the ending of a file chooses the format",
    default: "stdout",
    commands: ["export"],
  },
  {
    name: "output",
    flags: "-o, --output <folder>",
    description: "folder of the site",
    commands: ["site"],
    isRequired: true,
  },
  {
    name: "output",
    flags: "-o, --output <path>",
    description: "file or folder/",
    default: "stdout",
    commands: ["shape", "mask"],
  },
  {
    name: "jobs",
    isSetting: true,
    flags: "--jobs <number>",
    description: "threads, for a folder of documents",
    default: "one for each processor, up to 4, if there is enough to do",
    commands: ["export"],
  },
  {
    name: "search",
    isSetting: true,
    flags: "--search",
    description: "make a search index of all pages",
    off: "make no search index",
    default: "on",
    commands: ["site"],
  },
  {
    name: "prune",
    flags: "--prune",
    description: "delete pages whose transcripts are gone, or, after a question, were not named this time",
    commands: ["site"],
  },
  {
    name: "yes",
    flags: "--yes",
    description: "let --prune remove projects without asking",
    commands: ["site"],
    conflict: (_, { prune }) =>
      prune === undefined ? "Unexpected --yes without --prune: nothing is removed" : undefined,
  },
  {
    name: "watch",
    isSetting: true,
    flags: "--watch",
    description: "update open pages when transcripts change",
    off: "do not update open pages",
    default: "on",
    commands: ["serve"],
  },
  { name: "open", isSetting: true, flags: "--open", description: "open the browser", commands: ["serve"] },
  {
    name: "port",
    isSetting: true,
    flags: "--port <number>",
    description: "port of the server",
    default: "4173, or another one where that is taken",
    commands: ["serve"],
  },
  {
    name: "redact",
    flags: "--redact",
    description: "redact keys, mail addresses, login names and images in answers",
    off: "redact nothing in answers",
    default: "on",
    commands: ["mcp"],
  },
  {
    name: "redactExtra",
    flags: "--redact-extra <file>",
    description: "redact also these: a word or /pattern/ per line",
    commands: ["mcp"],
    conflict: (_, { redact }) =>
      redact === false ? "Unexpected --redact-extra with --no-redact: nothing is redacted" : undefined,
  },
  {
    name: "drift",
    flags: "--drift",
    description: "list types, blocks and fields that this version does not know",
    commands: ["check"],
  },
  {
    name: "frail",
    isSetting: true,
    flags: "--frail",
    description: "exit with 1 on warnings, too",
    commands: ["check"],
  },
  { name: "turns", flags: "--turns", description: "list turns, too", commands: ["usage"] },
  {
    name: "cost",
    isSetting: true,
    flags: "--cost",
    description: "show cost",
    off: "show tokens only",
    default: "on",
    commands: ["usage", "agents", "ls", "pick"],
  },
  {
    name: "around",
    flags: "--around <uuid>",
    description: "only the entries near this one",
    commands: ["shape", "mask"],
  },
  {
    name: "text",
    flags: "--text",
    description: "show what was said in both, side by side",
    commands: ["diff"],
  },
  { name: "json", flags: "--json", description: "print JSON", commands: [...reports, "config", "keep"] },
  // `--watch` of `serve`, which is above, is a setting.
  ...keepOptions,
];

/** Options of every command. */
const commonOptions: readonly Omit<OptionRow, "commands">[] = [
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
    flags: "--root <folder>",
    description:
      "read this folder of projects, too, such as an archive, as one with that of the client; may be repeated",
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
    flags: "--follow-links",
    description: "read what links lead to that lead out of the folder",
  },
  {
    name: "cache",
    isSetting: true,
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

/** Whether a command is in a list. What is exported from a store has the options of every export. */
function isOneOf(command: string, commands: readonly string[]): boolean {
  return commands.includes(command) || (command === "store export" && commands.includes("export"));
}

/** The options of a command, its own first. */
export function optionsOf(command: string): OptionRow[] {
  const own = [...exportOptions, ...commandOptions].filter(({ commands }) => isOneOf(command, commands));
  return [...own, ...commonOptions.map((row) => ({ ...row, commands: [command] }))];
}

/** The options that can be set in a config or by an environment variable, each name once. */
export function settingRows(): OptionRow[] {
  const all = [...exportOptions, ...commandOptions, ...commonOptions.map((row) => ({ ...row, commands: [] }))];
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
export function assertFitting(command: string, given: GivenOptions): void {
  for (const { name, conflict } of optionsOf(command)) {
    const reason = given[name] === undefined ? undefined : conflict?.(given[name], given);
    if (reason !== undefined) throw new RequestError(reason);
  }
}
