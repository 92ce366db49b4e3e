import { resolve } from "node:path";
import type { Entry } from "@ccdag/core";
import type { VFile } from "vfile";
import { RequestError } from "@ccdag/pipeline/tables";
import { aroundOption, fileOutput, inputArguments } from "../shared-options.ts";
import type { Command } from "../command.ts";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { isFolder, writeText } from "../output.ts";
import { mask, type MaskFile } from "@ccdag/report";
import { keyOf, readRecorded } from "../recorded.ts";

/** Options of `ccdag mask`. */
export interface MaskOptions extends Verbosity {
  /** The uuid of an entry: only the entries near it are copied (default: all). */
  around?: string | undefined;
  output?: string | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "mask",
  rank: 250,
  purpose: "check",
  description: "copy transcripts for a bug report: every text replaced by its length, every id renamed",
  arguments: inputArguments,
  options: [fileOutput, aroundOption],
  example: "mask session.jsonl -o masked/",
  run: (inputs, options, io) => runMask(inputs, options, io),
};

/** `ccdag mask`: writes a copy of the files without any text of the conversation, for a bug report. */
async function runMask(inputs: readonly string[], options: MaskOptions, io: CommandIo): Promise<number> {
  const { file, entries } = await readRecorded(inputs, options.around, io);
  const keep = options.around === undefined ? undefined : new Set(entries.map(keyOf));
  await writeFiles(mask(excerpt(file, entries, keep)), options, io);
  await printMessages(file, options, io);
  return exitCode(file);
}

/**
 * The files that contain the given entries, reduced to the lines in `keep`, with their sidecars unchanged. Without `keep`
 * all lines are kept.
 */
function excerpt(file: VFile, entries: readonly Entry[], keep: ReadonlySet<string> | undefined): MaskFile[] {
  const paths = new Set(entries.map(({ location }) => location.path));
  return [file, ...(file.data.companions ?? [])].flatMap((one): MaskFile[] => {
    const path = one.path ?? "stdin.jsonl";
    if (one.value === undefined || !paths.has(path.replace(/\.meta\.json$/, ".jsonl"))) return [];
    const value = textOf(one.value);
    if (keep === undefined || path.endsWith(".json")) return [{ path, value }];
    const lines = value.split("\n").filter((_, index) => keep.has(`${path}:${index + 1}`));
    return [{ path, value: `${lines.join("\n")}\n` }];
  });
}

/** The text of a file; lines that are longer than a string can be are cut: they are no records. */
function textOf(value: string | Uint8Array): string {
  if (typeof value === "string") return value;
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const longest = 0x1000_0000;
  if (bytes.length < longest) return bytes.toString();
  const lines: string[] = [];
  for (let from = 0, to = 0; from < bytes.length; from = to + 1) {
    to = bytes.indexOf("\n", from);
    if (to === -1) to = bytes.length;
    lines.push(bytes.toString("utf8", from, to - from < longest ? to : from + 1000));
  }
  return `${lines.join("\n")}\n`;
}

async function writeFiles(files: readonly MaskFile[], { output, quiet }: MaskOptions, io: CommandIo): Promise<void> {
  const [only] = files;
  const isIntoFolder = output !== undefined && output !== "-" && (await isFolder(output, resolve(io.cwd, output)));
  if (files.length === 1 && !isIntoFolder) return writeText(only!.value, output, io);
  if (output === undefined || output === "-" || (!isIntoFolder && /\.\w+$/.test(output)))
    throw new RequestError(`Unexpected ${files.length} files, expected a folder after -o`);
  for (const { path, value } of files) await io.writer.writeBelow(resolve(io.cwd, output), path, value);
  if (!quiet) io.stderr(`${files.length} files in ${output}\n`);
  return undefined;
}
