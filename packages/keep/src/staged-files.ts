import { appendFileSync, lstatSync, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileError, reasonOf } from "@ccdag/files/errors";
import { newDraft, removeDrafts } from "./drafts.ts";
import { obstacleBelow, type Writer } from "./writer.ts";

/**
 * Files of one folder that are written bit by bit, thousands of them side by side: each grows in a draft of its own, which is open
 * only while something is added to it. They get their names at the end, all or none.
 */
export class StagedFiles {
  readonly #folder: string;
  readonly #writer: Writer;
  readonly #drafts = new Map<string, string>();

  /**
   * @param folder the folder, absolute; it need not exist.
   * @param writer refuses what must not be written.
   */
  constructor(folder: string, writer: Writer) {
    this.#folder = folder;
    this.#writer = writer;
  }

  /** The files, relative to the folder, with `/`. */
  get paths(): string[] {
    return [...this.#drafts.keys()];
  }

  /**
   * Add to the end of a file.
   *
   * @param path the file, relative to the folder, with `/`.
   * @param content what to add.
   * @throws FileError if it cannot be written.
   */
  async append(path: string, content: Uint8Array): Promise<void> {
    try {
      if (this.#drafts.size === 0) {
        mkdirSync(this.#folder, { recursive: true });
        await removeDrafts(this.#folder);
      }
      const draft = this.#drafts.get(path) ?? join(this.#folder, await newDraft());
      this.#drafts.set(path, draft);
      appendFileSync(draft, content);
    } catch (error) {
      throw new FileError(`Cannot write \`${join(this.#folder, path)}\`: ${reasonOf(error)}`);
    }
  }

  /**
   * Refuse to replace what somebody else wrote.
   *
   * @param own the files that may be replaced.
   * @throws FileError for the first file that may not, or must not be written.
   */
  async assertOwn(own: ReadonlySet<string>): Promise<void> {
    for (const path of this.#drafts.keys()) {
      const target = join(this.#folder, path);
      const obstacle = await obstacleBelow(this.#folder, path);
      if (obstacle !== undefined)
        throw new FileError(`Unexpected link, pipe or folder \`${obstacle}\`, expected nothing or a file of ccdag`);
      await this.#writer.assertHarmless(target);
      if (!own.has(path) && lstatSync(target, { throwIfNoEntry: false }) !== undefined)
        throw new FileError(`Unexpected file \`${target}\`, which ccdag did not write; expected another folder`);
    }
  }

  /** Give all files their names. */
  async publish(): Promise<void> {
    for (const [path, draft] of this.#drafts) {
      const target = join(this.#folder, path);
      try {
        mkdirSync(dirname(target), { recursive: true });
        await rename(draft, target);
      } catch (error) {
        throw new FileError(`Cannot write \`${target}\`: ${reasonOf(error)}`);
      }
      this.#drafts.delete(path);
    }
  }

  /** Remove what has no name yet. */
  async discard(): Promise<void> {
    for (const draft of this.#drafts.values()) await rm(draft, { force: true });
    this.#drafts.clear();
  }
}
