import { constants } from "node:fs";
import { access, chmod, mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CallError, type Io } from "./io.ts";

/**
 * Write a file atomically: a reader sees the old content or the new, never a part of it. Missing folders are created. An
 * existing file keeps its mode, and a symbolic link is followed.
 *
 * @param path the file.
 * @param text its new content.
 * @throws the error of the file system; also if an existing file is read-only.
 */
export async function writeAtomically(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (stats) => stats.mode,
    () => undefined,
  );
  if (mode !== undefined) await access(target, constants.W_OK);
  const draft = join(dirname(target), `.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);
  try {
    await writeFile(draft, text);
    if (mode !== undefined) await chmod(draft, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

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
 * @throws CallError if the output is a folder.
 */
export async function writeText(
  text: string,
  output: string | undefined,
  io: Pick<Io, "cwd" | "stdout">,
): Promise<void> {
  if (output === undefined || output === "-") return io.stdout(text);
  const path = resolve(io.cwd, output);
  if (await isFolder(output, path)) throw new CallError(`Unexpected folder \`${output}\`, expected a file after -o`);
  return writeAtomically(path, text);
}
