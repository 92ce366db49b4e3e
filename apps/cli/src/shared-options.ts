import { exportOptions, type GivenOptions, type OptionRow } from "@ccdag/pipeline/tables";
import type { Command } from "./command.ts";

// What several commands have.

/** The sessions that most commands take. */
export const inputArguments: Command["arguments"] = [
  [
    "[input...]",
    "path, project by name, session by id or title, `latest`, - for stdin (default: this project's newest)",
  ],
];

/** Options of an export, by their names, for a command that is none. */
export function fromExport(...names: readonly string[]): readonly OptionRow[] {
  return exportOptions.filter(({ name }) => names.includes(name));
}

/** Refuses an option beside those that do something else instead. */
export function without(name: string, others: readonly string[]): NonNullable<OptionRow["conflict"]> {
  return (_: unknown, given: GivenOptions) => {
    const other = others.find((one) => given[one] !== undefined);
    return other === undefined ? undefined : `Unexpected --${name} with --${other}, expected one of them`;
  };
}

/** Where documents are written. */
export const documentOutput: OptionRow = {
  name: "output",
  flags: "-o, --output <path>",
  description: "file, folder/ or - for stdout; the ending of a file chooses the format",
  default: "stdout",
};

/** How many threads make a folder of documents. */
export const jobsOption: OptionRow = {
  name: "jobs",
  isSetting: true,
  flags: "--jobs <number>",
  description: "threads, for a folder of documents",
  default: "one for each processor, up to 4, if there is enough to do",
};

/** Whether JSON is printed. */
export const jsonOption: OptionRow = { name: "json", flags: "--json", description: "print JSON" };

/** Whether cost is shown. */
export const costOption: OptionRow = {
  name: "cost",
  isSetting: true,
  flags: "--cost",
  description: "show cost",
  off: "show tokens only",
  default: "on",
};

/** How many rows are listed. */
export const limitOption: OptionRow = { name: "limit", flags: "--limit <number>", description: "list only so many" };

/** Whether CSV is printed. */
export const csvOption: OptionRow = {
  name: "csv",
  flags: "--csv",
  description: "print CSV",
  conflict: (_, { json }) => (json === undefined ? undefined : "Unexpected --csv with --json, expected one of them"),
};

/** The place of a store. */
export const dataOption: OptionRow = {
  name: "data",
  isSetting: true,
  inConfig: { needsConsent: true },
  flags: "--data <place>",
  description: "folder of the store, or the address of a PostgreSQL server: postgres://user@host/name",
  default: "$CCDAG_DATA, else the folder ccdag/store in the data folder of the user",
};

/** Whether workers do it. */
export const workersOption: OptionRow = {
  name: "workers",
  flags: "--workers",
  description: "leave the work to processes of `ccdag worker`, and wait until it is done",
};

/** Where a text is written. */
export const fileOutput: OptionRow = {
  name: "output",
  flags: "-o, --output <path>",
  description: "file or folder/",
  default: "stdout",
};

/** The entry that a shape is drawn around. */
export const aroundOption: OptionRow = {
  name: "around",
  flags: "--around <uuid>",
  description: "only the entries near this one",
};
