import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type EditReport, type Patch, patchOf } from "@ccdag/edits";
import { count } from "../count.ts";
import type { CommandIo } from "../io.ts";
import { printable } from "../printable.ts";
import type { EditsOptions } from "./edits.ts";

/**
 * Print the patch of a session on stdout, and how much of it is known on stderr.
 *
 * @param report the edits; absent if there are none.
 * @param options as typed.
 * @param io the environment of the run.
 */
export async function printPatch(report: EditReport | undefined, options: EditsOptions, io: CommandIo): Promise<void> {
  if (report === undefined) {
    if (!options.quiet) io.stderr("No file was changed.\n");
    return;
  }
  const base = options.base === undefined ? repositoryOf(report.cwd) : resolve(io.cwd, options.base);
  const patch = patchOf(report, { base, each: options.each });
  // A program gets every character as it is; a terminal would obey some of them.
  await (io.isStdoutTerminal ? io.stdout : io.styled)(patch.text);
  if (!options.quiet) io.stderr(`${printable(summaryOf(patch, base))}\n`);
}

function summaryOf({ files }: Patch, base: string | undefined): string {
  const number = (result: string) => files.filter((file) => file.result === result).length;
  const [partial, none] = [number("partial"), number("none")];
  const rest = [partial > 0 && `${partial} of them in part`, none > 0 && `${none} not in the patch`].filter(Boolean);
  const why = rest.length > 0 ? `, ${rest.join(", ")}; comments in the patch say why` : "";
  return `${count(files.length - none, "file")}${why}; names are relative to ${base ?? "no known folder"}`;
}

/** The git repository that holds the folder of a session, if it is on this machine; else the folder. */
function repositoryOf(cwd: string | undefined): string | undefined {
  // A look at a path of Windows that begins so would ask another machine.
  if (cwd !== undefined && /^[\\/]{2}/.test(cwd)) return cwd;
  for (let folder = cwd; folder !== undefined && existsSync(folder);) {
    if (existsSync(join(folder, ".git"))) return folder;
    const above = dirname(folder);
    folder = above === folder ? undefined : above;
  }
  return cwd;
}
