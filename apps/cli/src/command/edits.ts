import type { Patch } from "@ccdag/edits";
import { type EditQuery, listEdits, locateAll, patchOfEdits } from "@ccdag/library";
import { count } from "@ccdag/mdast/amounts";
import { visibleLine } from "@ccdag/pipeline/tables";
import { type EditListOptions, formatEdits } from "@ccdag/report";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";

/** Options of `ccdag edits`. */
export interface EditsOptions extends Verbosity, EditQuery, EditListOptions {
  /** Whether a patch is printed (default: `false`, a table). */
  patch?: boolean | undefined;
}

/** `ccdag edits`: lists the files that a session changed, or prints a patch of them. */
export async function runEdits(inputs: readonly string[], options: EditsOptions, io: CommandIo): Promise<number> {
  const sources = await locateAll(inputs, io);
  if (options.patch === true) {
    const { patch, base, file } = await patchOfEdits(sources, options, io);
    await printPatch(patch, base, options, io);
    await printMessages(file, options, io);
    return exitCode(file);
  }
  const { found, file } = await listEdits(sources, options, io);
  await io.stdout(await formatEdits(found, options, io));
  await printMessages(file, options, io);
  return exitCode(file);
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
