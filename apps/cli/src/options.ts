import { exportOptions, type GivenOptions, type OptionRow, RequestError } from "@ccdag/pipeline/tables";

const reports = ["branches", "tree", "agents", "usage", "diff", "explain"];

/** Options of commands, which are no part of an export. */
const commandOptions: readonly OptionRow[] = [
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
    flags: "--jobs <number>",
    description: "threads, for a folder of documents",
    default: "one for each processor, up to 4, if there is enough to do",
    commands: ["export"],
  },
  {
    name: "search",
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
    flags: "--watch",
    description: "update open pages when transcripts change",
    off: "do not update open pages",
    default: "on",
    commands: ["serve"],
  },
  { name: "open", flags: "--open", description: "open the browser", commands: ["serve"] },
  {
    name: "port",
    flags: "--port <number>",
    description: "port of the server",
    default: "4173, or another one where that is taken",
    commands: ["serve"],
  },
  {
    name: "drift",
    flags: "--drift",
    description: "list types, blocks and fields that this version does not know",
    commands: ["check"],
  },
  { name: "frail", flags: "--frail", description: "exit with 1 on warnings, too", commands: ["check"] },
  { name: "turns", flags: "--turns", description: "list turns, too", commands: ["usage"] },
  {
    name: "cost",
    flags: "--cost",
    description: "show cost",
    off: "show tokens only",
    default: "on",
    commands: ["usage"],
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
  { name: "json", flags: "--json", description: "print JSON", commands: reports },
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
    default: "the nearest ccdag.config.js, .mjs or .json of the repository or the home folder",
  },
  {
    name: "followLinks",
    flags: "--follow-links",
    description: "read what links lead to that lead out of the folder",
  },
  {
    name: "cache",
    flags: "--cache <folder>",
    description: "cache folder, with which unchanged transcripts are not read again",
    off: "remember nothing between runs",
    default: "$CCDAG_CACHE, else the cache folder of the user",
  },
  { name: "quiet", flags: "-q, --quiet", description: "print errors only" },
  {
    name: "verbose",
    flags: "-v, --verbose",
    description: "print each warning, and remarks",
    conflict: (_, { quiet }) =>
      quiet === undefined ? undefined : "Unexpected --verbose with --quiet, which prints errors only",
  },
  {
    name: "color",
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

/** The options of a command, its own first. */
export function optionsOf(command: string): OptionRow[] {
  const own = [...exportOptions, ...commandOptions].filter(({ commands }) => commands.includes(command));
  return [...own, ...commonOptions.map((row) => ({ ...row, commands: [command] }))];
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
