import type { Patch } from "@ccdag/edits";
import {
  assertProjects,
  type EditQuery,
  type InputSource,
  isWhole,
  listEdits,
  locateAll,
  patchOfEdits,
} from "@ccdag/library";
import { count } from "@ccdag/mdast/amounts";
import { type GivenOptions, visibleLine } from "@ccdag/pipeline/tables";
import { type EditListOptions, formatEdits } from "@ccdag/report";
import { csvOption, jsonOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";

/** Options of `ccdag edits`. */
export interface EditsOptions extends Verbosity, EditQuery, EditListOptions {
  /** Whether a patch is printed (default: `false`, a table). */
  patch?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "edits",
  rank: 90,
  purpose: "work",
  description: "list the files that a session changed, how often and by whom, or print them as a patch for `git apply`",
  arguments: [
    [
      "[input...]",
      "path, project by name, session by id or title, `latest`, - for stdin (default: this project's newest; with --file, all projects)",
    ],
  ],
  options: [
    csvOption,
    {
      name: "patch",
      flags: "--patch",
      description: "print a patch for `git apply`, from the first state of each file to the last one",
      conflict: (_, { json, csv, tools }: GivenOptions) => {
        if (json !== undefined || csv !== undefined)
          return `Unexpected --patch with ${json === undefined ? "--csv" : "--json"}, expected one of them`;
        return tools === undefined ? undefined : "Unexpected --tools with --patch: a patch holds every edit of a file";
      },
    },
    { name: "each", flags: "--each", description: "each edit by itself, in order", default: "file by file" },
    {
      name: "file",
      flags: "--file <path>",
      description: "only this file, by its path, the end of it or a pattern, such as 'src/*.ts'; may be repeated",
      isRepeated: true,
    },
    {
      name: "tools",
      flags: "--tools <names>",
      description: "only edits by these tools, separated by commas",
    },
    {
      name: "leaf",
      flags: "--leaf <uuid>",
      description: "the path from the root to this entry, also through other sessions",
      default: "the branches that were continued, of the session alone",
    },
    {
      name: "base",
      flags: "--base <folder>",
      description: "the folder that names in the patch are relative to",
      default: "the git repository of the session's folder, if it is on this machine, else that folder",
    },
    jsonOption,
  ],
  example: "edits --patch latest > session.patch",
  isUntrusted: true,
  run: (inputs, options, io) => runEdits(inputs, options, io),
};

/** `ccdag edits`: lists the files that a session changed, or prints a patch of them. */
async function runEdits(inputs: readonly string[], options: EditsOptions, io: CommandIo): Promise<number> {
  const sources = await sourcesOf(inputs, options, io);
  if (options.patch === true) {
    const { patch, base, file } = await patchOfEdits(sources, options, io);
    await printPatch(patch, base, options, io);
    await printMessages(file, options, io);
    return exitCode(file);
  }
  const { found, file } = await listEdits(sources, options, io);
  // Where many sessions were looked at, a reader has to know which one it is, also if it is the only one.
  const hasSessions = sources.length > 1 || sources.some(isWhole);
  await io.stdout(await formatEdits(found, { ...options, hasSessions }, io));
  await printMessages(file, options, io);
  return exitCode(file);
}

/** What is read: without an input, all projects for a file that is named, else the newest session of this project. */
async function sourcesOf(
  inputs: readonly string[],
  { file, patch, leaf, quiet }: EditsOptions,
  io: CommandIo,
): Promise<readonly InputSource[]> {
  const isOfFile = file !== undefined && patch !== true && leaf === undefined;
  if (inputs.length === 0 && isOfFile) {
    const stream = await io.readStdin?.(false);
    return [stream && stream.length > 0 ? { input: "-", folder: "", stream } : assertProjects(io)];
  }
  const sources = await locateAll(inputs, io);
  const { session, stream } = sources[0]!;
  if (inputs.length === 0 && stream === undefined && session !== undefined && !quiet)
    io.stderr(
      `${visibleLine(`Edits of ${session.slice(0, 8)}, the newest session of this project; \`ccdag edits .\` lists those of all its sessions`)}\n`,
    );
  return sources;
}

/** Print a patch on stdout, and how much of it is known on stderr. */
async function printPatch(
  patch: Patch | undefined,
  base: string | undefined,
  { quiet }: EditsOptions,
  io: CommandIo,
): Promise<void> {
  // A program gets every character as it is; a terminal would obey some of them.
  if (patch !== undefined) await (io.isStdoutTerminal ? io.stdout : io.styled)(patch.text);
  if (!quiet) io.stderr(`${visibleLine(patch === undefined ? "No file was changed." : summaryOf(patch, base))}\n`);
}

function summaryOf({ files }: Patch, base: string | undefined): string {
  const number = (result: string) => files.filter((file) => file.result === result).length;
  const [partial, none] = [number("partial"), number("none")];
  const rest = [partial > 0 && `${partial} of them in part`, none > 0 && `${none} not in the patch`].filter(Boolean);
  const why = rest.length > 0 ? `, ${rest.join(", ")}; comments in the patch say why` : "";
  return `${count(files.length - none, "file")}${why}; names are relative to ${base ?? "no known folder"}`;
}
