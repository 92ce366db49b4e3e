import { lstatSync } from "node:fs";
import { join } from "node:path";
import { attempt, Journal, obstacleBelow, removeBelow, type Writer, type WrittenText } from "@ccdag/keep/write";
import { RequestError } from "@ccdag/pipeline/tables";
import { markOfFile, withMark } from "./folder-mark.ts";

/**
 * A folder that a user may share with ccdag: what ccdag did not write there is neither overwritten nor removed, and what
 * it wrote is removed only if nobody changed it.
 */
export class OwnedFolder {
  readonly path: string;
  readonly #writer: Writer;
  /** The files that earlier runs wrote, with their marks. */
  readonly #listed: ReadonlyMap<string, string>;
  /** What this run and a killed one wrote. */
  readonly #journal: Journal;

  private constructor(path: string, listed: ReadonlyMap<string, string>, writer: Writer, journal: Journal) {
    this.path = path;
    this.#listed = listed;
    this.#writer = writer;
    this.#journal = journal;
  }

  /**
   * Open a folder. Nothing is written yet.
   *
   * @param path the folder, absolute; it exists, because it has a lock.
   * @param listed the files that earlier runs wrote, relative to the folder, with their marks.
   * @param writer writes the files.
   */
  static async open(path: string, listed: ReadonlyMap<string, string>, writer: Writer): Promise<OwnedFolder> {
    return new OwnedFolder(path, listed, writer, await Journal.read(join(path, ".ccdag-export.journal")));
  }

  /**
   * Write a file.
   *
   * @param path relative to the folder, with `/`.
   * @param content its content.
   * @returns the mark of the content: its size and hash.
   * @throws RequestError if there is a file that ccdag did not write, or a link on the way.
   */
  async write(path: string, content: WrittenText): Promise<string> {
    await this.assertFree(path);
    let mark = "";
    const marked = withMark(content, (made) => {
      // It is called before the file gets its name: if a run is killed then, the next one knows what it wrote.
      mark = made;
      this.#journal.add(path, mark);
    });
    await this.#writer.writeBelow(this.path, path, marked);
    return mark;
  }

  /**
   * Refuse a path with something that ccdag did not write.
   *
   * @throws RequestError with the name of the file.
   */
  async assertFree(path: string): Promise<void> {
    const stats = attempt(() => lstatSync(join(this.path, path), { throwIfNoEntry: false }));
    // The writer refuses a link by name.
    if (stats === undefined || stats.isSymbolicLink() || this.#listed.has(path)) return;
    const known = this.#journal.marksOf(path);
    const mark = known && (await this.#markOnDisk(path));
    if (mark !== undefined && known!.has(mark)) return;
    throw new RequestError(
      `Unexpected file \`${join(this.path, path)}\`, which ccdag did not write; expected another folder`,
    );
  }

  /**
   * Remove a file of an earlier run.
   *
   * @returns `false` if somebody changed it, so that it stays.
   */
  async remove(path: string, mark: string): Promise<boolean> {
    const found = await this.#markOnDisk(path);
    if (found === mark) await removeBelow(this.path, path);
    return found === mark || found === undefined;
  }

  /** End a run. With a list of all files that was written, the journal is removed. */
  async close(isComplete: boolean): Promise<void> {
    await this.#journal.close(isComplete);
  }

  async #markOnDisk(path: string): Promise<string | undefined> {
    if ((await obstacleBelow(this.path, path)) !== undefined) return undefined;
    return markOfFile(join(this.path, path));
  }
}
