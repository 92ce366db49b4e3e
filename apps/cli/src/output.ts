import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Write a file at once: a reader sees the old content or the new, never a part. Folders are made as needed. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = join(dirname(path), `.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);
  try {
    await writeFile(draft, text);
    await rename(draft, path);
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
