import { lstatSync } from "node:fs";
import { lstat, readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import {
  attempt,
  Journal,
  obstacleBelow,
  readRegular,
  removeBelow,
  removeDrafts,
  type Writer,
} from "@ccdag/keep/write";
import { RequestError } from "@ccdag/pipeline/tables";
import { isSiteFolder, isSitePath, journalName, markOf, searchFolder, sizeIn } from "./site-manifest.ts";

/**
 * The folder of a site. Nothing is written or removed through a link below it, nothing is overwritten that ccdag did not
 * write, and a file is removed only if its content is the one that was written.
 */
export class SiteFolder {
  readonly path: string;
  /** Number of files that are new or different. */
  written = 0;
  readonly #writer: Writer;
  /** The marks that ccdag gave to each file, in this run and earlier ones. */
  readonly #journal: Journal;

  private constructor(path: string, writer: Writer, journal: Journal) {
    this.path = path;
    this.#writer = writer;
    this.#journal = journal;
  }

  /**
   * Open the folder of a site.
   *
   * @param path the folder, absolute.
   * @param files the files that the manifest lists, with their marks.
   * @param writer writes the files.
   */
  static async open(path: string, files: ReadonlyMap<string, string>, writer: Writer): Promise<SiteFolder> {
    const journal = await Journal.read(join(path, journalName), files);
    journal.open();
    await clear(path, 3);
    return new SiteFolder(path, writer, journal);
  }

  /**
   * Write a file, unless an earlier run wrote the same one and it still exists.
   *
   * @param path relative to the folder, with `/`.
   * @param content its content.
   * @returns the mark of the content.
   * @throws RequestError if there is another file which ccdag did not write, or a link on the way.
   */
  async write(path: string, content: string | Uint8Array): Promise<string> {
    const mark = markOf(content);
    if (await this.isThere(path, mark)) return mark;
    if (!(await this.#isFree(path)))
      throw new RequestError(
        `Unexpected file \`${join(this.path, path)}\`, which ccdag did not write; expected another folder`,
      );
    this.#journal.add(path, mark);
    await this.#writer.writeBelow(this.path, path, content);
    this.written++;
    return mark;
  }

  /** The text of a file; absent if there is none, or if a link or a pipe is in its place. */
  async read(path: string): Promise<string | undefined> {
    return (await obstacleBelow(this.path, path)) === undefined ? readRegular(join(this.path, path)) : undefined;
  }

  /** Whether a file that ccdag wrote exists with a mark. The size is enough, unless an interrupted run wrote it twice. */
  async isThere(path: string, mark: string): Promise<boolean> {
    return this.areThere({ [path]: mark });
  }

  /** Whether all files exist with the sizes in their marks. */
  async areThere(files: Readonly<Record<string, string>>): Promise<boolean> {
    for (const [path, mark] of Object.entries(files)) {
      const known = this.#journal.marksOf(path);
      if (!known?.has(mark) || sizeOf(join(this.path, path)) !== sizeIn(mark)) return false;
      if (known.size > 1 && (await this.#markOnDisk(path)) !== mark) return false;
    }
    return true;
  }

  /**
   * Remove the files of earlier runs that are not wanted any more, and end the journal.
   *
   * @param wanted the files to keep.
   * @returns the number of removed files.
   */
  async removeOthers(wanted: ReadonlyMap<string, string>): Promise<number> {
    let removed = 0;
    for (const path of this.#journal.paths) {
      if (wanted.has(path) || !isSitePath(path) || !(await this.#isOurs(path))) continue;
      await removeBelow(this.path, path);
      removed++;
    }
    return removed;
  }

  /** Keep files in the journal that the next manifest does not list any more, until {@link removeOthers}. */
  retire(files: Readonly<Record<string, string>>): void {
    for (const [path, mark] of Object.entries(files)) this.#journal.add(path, mark);
  }

  /** End the run. The journal is removed if the manifest lists all files. */
  async close(isComplete: boolean): Promise<void> {
    await this.#journal.close(isComplete);
  }

  /** Whether nothing is there, or what ccdag wrote: by its hash, or by what a page or a file of the search index says. */
  async #isFree(path: string): Promise<boolean> {
    const stats = await lstat(join(this.path, path)).catch(() => undefined);
    if (stats === undefined || stats.isSymbolicLink()) return true; // The writer refuses a link by name.
    if (await this.#isOurs(path)) return true;
    const text = (await readRegular(join(this.path, path))) ?? "";
    return path.endsWith(".html") ? text.includes('<meta name="generator" content="ccdag">') : isScript(path, text);
  }

  /** Whether the content of a file is one that ccdag wrote. */
  async #isOurs(path: string): Promise<boolean> {
    const known = this.#journal.marksOf(path);
    const mark = known && (await this.#markOnDisk(path));
    return mark !== undefined && known!.has(mark);
  }

  async #markOnDisk(path: string): Promise<string | undefined> {
    if ((await obstacleBelow(this.path, path)) !== undefined) return undefined;
    const bytes = await readRegular(join(this.path, path), "bytes");
    return bytes && markOf(bytes);
  }
}

/**
 * Remove the drafts of killed runs, also where this run writes nothing, and the folders that are then empty.
 *
 * @param folder the site, or a folder in it.
 * @param depth how deep the folders below it are: those of projects, and of the search index with its parts.
 * @returns whether a draft was removed.
 */
async function clear(folder: string, depth: number): Promise<boolean> {
  const items = depth === 0 ? [] : await readdir(folder, { withFileTypes: true }).catch(() => []);
  let hasCleared = (await removeDrafts(folder)) > 0;
  for (const item of items)
    if (item.isDirectory() && isSiteFolder(item.name) && (await clear(join(folder, item.name), depth - 1)))
      hasCleared = true;
  if (hasCleared) await rmdir(folder).catch(() => {});
  return hasCleared;
}

/** Whether a file is one of the search index, perhaps damaged. */
function isScript(path: string, text: string): boolean {
  return path.startsWith(searchFolder) && text.startsWith("ccdagSearch(");
}

/** The size of a file; absent if there is none. Asynchronous calls take three times as long for thousands of files. */
function sizeOf(path: string): number | undefined {
  const stats = attempt(() => lstatSync(path, { throwIfNoEntry: false }));
  return stats?.isFile() === true ? stats.size : undefined;
}
