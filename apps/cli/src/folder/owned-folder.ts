import { closeSync, constants, lstatSync, mkdirSync, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "@ccdag/files/errors";
import { CallError } from "../io.ts";
import { attempt, type WrittenText } from "../write/atomic.ts";
import { readRegular } from "../write/read-regular.ts";
import { obstacleBelow, removeBelow, type Writer } from "../write/writer.ts";
import { markOfFile, withMark } from "./mark.ts";

/** Lists what a run writes, so that the next one knows it if this one is killed. */
const journalName = ".ccdag-export.journal";

/**
 * A folder that a user may share with ccdag: what ccdag did not write there is neither overwritten nor removed, and what
 * it wrote is removed only if nobody changed it.
 */
export class OwnedFolder {
  readonly path: string;
  readonly #writer: Writer;
  /** The files that earlier runs wrote, with their marks. */
  readonly #listed: ReadonlyMap<string, string>;
  /** The marks of what this run and a killed one wrote. */
  readonly #journal = new Map<string, Set<string>>();
  /** The journal, once something was written. */
  #file: number | undefined;

  private constructor(path: string, listed: ReadonlyMap<string, string>, writer: Writer) {
    this.path = path;
    this.#listed = listed;
    this.#writer = writer;
  }

  /**
   * Open a folder. Nothing is written yet.
   *
   * @param path the folder, absolute; it need not exist.
   * @param listed the files that earlier runs wrote, relative to the folder, with their marks.
   * @param writer writes the files.
   */
  static async open(path: string, listed: ReadonlyMap<string, string>, writer: Writer): Promise<OwnedFolder> {
    const folder = new OwnedFolder(path, listed, writer);
    for (const line of ((await readRegular(join(path, journalName))) ?? "").split("\n")) folder.#remember(line);
    return folder;
  }

  /**
   * Write a file.
   *
   * @param path relative to the folder, with `/`.
   * @param content its content.
   * @returns the mark of the content: its size and hash.
   * @throws CallError if there is a file that ccdag did not write, or a link on the way.
   */
  async write(path: string, content: WrittenText): Promise<string> {
    await this.assertFree(path);
    let mark = "";
    const marked = withMark(content, (made) => {
      // It is called before the file gets its name: if a run is killed then, the next one knows what it wrote.
      mark = made;
      this.#append(path, mark);
    });
    await this.#writer.writeBelow(this.path, path, marked);
    return mark;
  }

  /**
   * Refuse a path with something that ccdag did not write.
   *
   * @throws CallError with the name of the file.
   */
  async assertFree(path: string): Promise<void> {
    const stats = attempt(() => lstatSync(join(this.path, path), { throwIfNoEntry: false }));
    // The writer refuses a link by name.
    if (stats === undefined || stats.isSymbolicLink() || this.#listed.has(path)) return;
    const known = this.#journal.get(path);
    const mark = known && (await this.#markOnDisk(path));
    if (mark !== undefined && known!.has(mark)) return;
    throw new CallError(
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

  /** End a run whose list of files was written. */
  async close(): Promise<void> {
    if (this.#file !== undefined) closeSync(this.#file);
    await rm(join(this.path, journalName), { force: true });
  }

  #append(path: string, mark: string): void {
    const journal = join(this.path, journalName);
    const line = JSON.stringify([path, mark]);
    try {
      mkdirSync(this.path, { recursive: true });
      const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
      this.#file ??= openSync(journal, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
      writeSync(this.#file, `${line}\n`);
    } catch (error) {
      throw new CallError(`Cannot write \`${journal}\`: ${reasonOf(error)}`);
    }
    this.#remember(line);
  }

  /** Read a line of the journal; the last one of a killed run may be incomplete. */
  #remember(line: string): void {
    const entry = attempt(() => JSON.parse(line) as unknown);
    if (!Array.isArray(entry) || !entry.every((one) => typeof one === "string") || entry.length !== 2) return;
    const [path, mark] = entry as [string, string];
    this.#journal.set(path, (this.#journal.get(path) ?? new Set()).add(mark));
  }

  async #markOnDisk(path: string): Promise<string | undefined> {
    if ((await obstacleBelow(this.path, path)) !== undefined) return undefined;
    return markOfFile(join(this.path, path));
  }
}
