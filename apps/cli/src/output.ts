import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { RequestError } from "@ccdag/pipeline/tables";
import type { CommandIo } from "./io.ts";

/** Whether an output, as typed, is a folder: it ends with a slash, or is an existing folder. `path` is its absolute path. */
export async function isFolder(output: string, path: string): Promise<boolean> {
  if (/[/\\]$/.test(output)) return true;
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/**
 * Write a text to stdout or a file.
 *
 * @param text the text.
 * @param output as typed: a file; `-` or absent for stdout.
 * @param io the environment of the run.
 * @throws RequestError if the output is a folder, or must not be written.
 */
export async function writeText(text: string, output: string | undefined, io: CommandIo): Promise<void> {
  if (output === undefined || output === "-") return io.stdout(text);
  const path = resolve(io.cwd, output);
  if (await isFolder(output, path)) throw new RequestError(`Unexpected folder \`${output}\`, expected a file after -o`);
  return io.writer.write(path, text);
}
