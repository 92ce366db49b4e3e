import { constants } from "node:fs";
import { access, chmod, mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CallError, type Io } from "./io.ts";

/**
 * Write a file at once: a reader sees the old content or the new, never a part. Folders are made as needed. A file that
 * is there keeps its mode, and a link is followed.
 *
 * @throws what the file system says, also where the file that is there may not be written to.
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

/** Whether an output is a folder: it ends in a slash, or is one already. */
export async function isFolder(output: string, path: string): Promise<boolean> {
  if (/[/\\]$/.test(output)) return true;
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/**
 * Write a text to stdout or a file.
 *
 * @param output as typed: a file, `-`, or nothing for stdout.
 * @throws CallError where it is a folder.
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
