import { lstatSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isTranscript, pathOnDisk, statOf } from "@ccdag/files";
import type { VFile } from "vfile";
import { FileError } from "@ccdag/files/errors";
import { attempt, realpathIn, targetOf, writeAtomically, type WrittenText } from "./write-atomically.ts";

/**
 * Writes all files of a run. It does not write onto a file that the run has read, nor a transcript where transcripts are
 * read from: neither a mistyped name nor a link can damage them.
 */
export class Writer {
  /** Folders in which no transcript is written, by their paths without links. */
  readonly #protected = new Map<string, { readonly name: string; readonly isDeep: boolean }>();
  /** The same by the names that they were given, as far as they are new or do not exist: whether those below them are protected, too. */
  #folders = new Map<string, boolean>();
  /** Device and inode of each file that was read. */
  readonly #ids = new Set<string>();
  /** Files that were read since the last write. */
  #files: string[] = [];
  /** The folders in which this run has looked for drafts of killed runs. */
  readonly #cleared = new Set<string>();

  /** @param roots folders of projects: no transcript is written below them. */
  constructor(roots: readonly string[]) {
    for (const root of roots) this.#folders.set(root, true);
  }

  /**
   * Protect files that were read.
   *
   * @param project what `readProject` or `readTranscript` returned.
   */
  protect(project: VFile): void {
    const files = [project, ...(project.data.companions ?? [])].filter(({ value }) => value !== undefined);
    this.protectFiles(project.path, files.map(pathOnDisk), project.data.named?.isWhole !== true);
  }

  /**
   * Protect files that will be read.
   *
   * @param folder the folder that they are in.
   * @param paths the files, absolute.
   * @param isDeep whether no transcript is written into the folders below it either.
   */
  protectFiles(folder: string, paths: readonly string[], isDeep = true): void {
    for (const path of paths) this.#files.push(path);
    this.#folders.set(folder, isDeep || this.#folders.get(folder) === true);
  }

  /**
   * Write a file that the user named. Links are followed.
   *
   * @param path the file, absolute.
   * @param content its new content; pieces are written one after the other.
   * @throws FileError if it was read, is a transcript among others, or cannot be written.
   */
  async write(path: string, content: WrittenText): Promise<void> {
    await this.assertHarmless(path);
    await writeAtomically(path, content, this.#cleared);
  }

  /**
   * Write a file whose name ccdag chose, below a folder that the user named. No name below the folder may be a link or a pipe.
   *
   * @param folder the folder, absolute.
   * @param path the file, relative to the folder, with `/`.
   * @param content its new content.
   * @throws FileError as {@link write}, and if there is a link or a pipe on the way.
   */
  async writeBelow(folder: string, path: string, content: WrittenText): Promise<void> {
    const found = await obstacleBelow(folder, path);
    if (found !== undefined)
      throw new FileError(`Unexpected link, pipe or folder \`${found}\`, expected nothing or a file of ccdag`);
    await this.write(join(folder, path), content);
  }

  /**
   * Refuse a path that must not be written.
   *
   * @param path an absolute path; it need not exist.
   * @throws FileError if it was read, or is a transcript where transcripts are read from.
   */
  async assertHarmless(path: string): Promise<void> {
    const target = await targetOf(path);
    const id = idOf(target.path);
    if (id !== undefined && this.#readIds().has(id))
      throw new FileError(`Unexpected output \`${path}\`, which is a file that was read; expected another one`);
    this.#resolveFolders();
    for (let folder = dirname(target.path), up = target.path; folder !== up; up = folder, folder = dirname(folder)) {
      const found = this.#protected.get(folder);
      if (found === undefined || (!found.isDeep && folder !== dirname(target.path))) continue;
      if (isTranscript(relative(folder, target.path).replaceAll(sep, "/")))
        throw new FileError(
          `Unexpected output \`${path}\` among the transcripts in \`${found.name}\`; expected another folder`,
        );
    }
  }

  #resolveFolders(): void {
    const missing = new Map<string, boolean>();
    for (const [folder, isDeep] of this.#folders) {
      const real = realpathIn(folder);
      if (real === undefined) missing.set(folder, isDeep);
      else this.#protected.set(real, { name: folder, isDeep: isDeep || this.#protected.get(real)?.isDeep === true });
    }
    this.#folders = missing;
  }

  #readIds(): Set<string> {
    const files = this.#files;
    this.#files = [];
    for (const file of files) {
      const id = idOf(file);
      if (id !== undefined) this.#ids.add(id);
    }
    return this.#ids;
  }
}

function idOf(path: string): string | undefined {
  const stats = statOf(path);
  return stats?.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
}

/**
 * Find what stands in the way of a file below a folder: a link, or something else than a folder or a regular file.
 *
 * @param folder the folder; it may be a link itself.
 * @param path a path relative to the folder, with `/`.
 * @returns the first part of the path that is in the way; absent if there is none.
 */
export async function obstacleBelow(folder: string, path: string): Promise<string | undefined> {
  const names = path.split("/");
  let at = folder;
  for (const [index, name] of names.entries()) {
    at = join(at, name);
    const stats = attempt(() => lstatSync(at, { throwIfNoEntry: false }));
    if (stats === undefined) return undefined;
    const isUsable = index === names.length - 1 ? stats.isFile() : stats.isDirectory();
    if (!isUsable) return at;
  }
  return undefined;
}

/**
 * Remove a file whose name ccdag chose, and the folders that are then empty. Nothing is removed through a link.
 *
 * @param folder the folder that the user named.
 * @param path the file, relative to the folder, with `/`.
 */
export async function removeBelow(folder: string, path: string): Promise<void> {
  if ((await obstacleBelow(folder, path)) !== undefined) return;
  await rm(join(folder, path), { force: true });
  for (let up = dirname(path); up !== "."; up = dirname(up)) await rmdir(join(folder, up)).catch(() => {});
}
