import { chmodSync, constants, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import type { KeptArchive } from "./archive.ts";
import { packingOf } from "./hashed-content.ts";
import type { FileToKeep } from "./find-to-keep.ts";

/** A file that was copied into a draft. */
export interface CopiedFile {
  /** The draft; of a compressed file there is only its path. */
  readonly draft: string;
  readonly atime: Date;
  readonly mtime: Date;
}

/** How many files are copied at once. */
const ahead = 3;

/**
 * Copies files into drafts, some of them before they are asked for: the file system copies while another file is hashed. What
 * is hashed is the draft, so that it is what is kept, also if the file is written to meanwhile.
 */
export class CopyAhead {
  readonly #files: readonly FileToKeep[];
  readonly #archive: KeptArchive;
  readonly #copies: Array<Promise<CopiedFile>> = [];
  #taken = 0;

  /**
   * @param files the files, in the order in which they are taken.
   * @param archive the archive that has the drafts.
   */
  constructor(files: readonly FileToKeep[], archive: KeptArchive) {
    this.#files = files;
    this.#archive = archive;
  }

  /** The copy of the next file; the caller removes it. It is rejected if the file cannot be copied. */
  next(): Promise<CopiedFile> {
    this.#taken++;
    while (this.#copies.length < Math.min(this.#taken + ahead, this.#files.length)) {
      const copy = this.#copy(this.#files[this.#copies.length]!);
      // Whoever takes it sees the error.
      copy.catch(() => {});
      this.#copies.push(copy);
    }
    return this.#copies[this.#taken - 1]!;
  }

  /** Remove the copies that were not taken. */
  async end(): Promise<void> {
    for (const copy of this.#copies.slice(this.#taken))
      await copy.then(
        ({ draft }) => rmSync(draft, { force: true }),
        () => {},
      );
  }

  async #copy({ path, real }: FileToKeep): Promise<CopiedFile> {
    const draft = await this.#archive.draft();
    const stats = statSync(real);
    const { atime, mtime } = stats;
    // Opening a pipe would wait for ever.
    if (!stats.isFile()) throw new Error("Unexpected pipe or device, expected a file");
    if (packingOf(path) !== "") return { draft, atime, mtime };
    try {
      await copyFile(real, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      chmodSync(draft, 0o600);
      return { draft, atime, mtime };
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }
}
