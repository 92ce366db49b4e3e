import { closeSync, constants, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { FileError, reasonOf } from "@ccdag/files/errors";
import { attempt } from "./write-atomically.ts";
import { readRegular } from "./read-regular.ts";

/**
 * Lists what a run writes into a folder, so that the next one knows it if this one is killed: a line for each file, with the mark
 * of its content.
 */
export class Journal {
  /** Its file, absolute. */
  readonly path: string;
  /** The marks of each file, in this run and earlier ones. */
  readonly #marks: Map<string, Set<string>>;
  #file: number | undefined;

  private constructor(path: string, marks: Map<string, Set<string>>) {
    this.path = path;
    this.#marks = marks;
  }

  /**
   * Read the journal of a killed run, if there is one. Nothing is written yet.
   *
   * @param path its file, absolute.
   * @param files files that are known besides, with their marks (default: none).
   */
  static async read(path: string, files: ReadonlyMap<string, string> = new Map()): Promise<Journal> {
    const journal = new Journal(path, new Map([...files].map(([name, mark]) => [name, new Set([mark])])));
    for (const line of ((await readRegular(path)) ?? "").split("\n")) {
      // The last line of a killed run may be incomplete.
      const entry = attempt(() => JSON.parse(line) as unknown);
      if (!Array.isArray(entry) || !entry.every((one) => typeof one === "string") || entry.length !== 2) continue;
      journal.#remember(...(entry as [string, string]));
    }
    return journal;
  }

  /** The paths of all files that are known. */
  get paths(): Iterable<string> {
    return this.#marks.keys();
  }

  /** The marks of a file; absent if it is not known. */
  marksOf(path: string): ReadonlySet<string> | undefined {
    return this.#marks.get(path);
  }

  /**
   * Open the file for writing; a link is not followed.
   *
   * @throws FileError with the name of the journal.
   */
  open(): number {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    return this.#write(
      () => (this.#file ??= openSync(this.path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK)),
    );
  }

  /**
   * Note a file, before it gets its name.
   *
   * @throws FileError with the name of the journal.
   */
  add(path: string, mark: string): void {
    const file = this.open();
    this.#write(() => writeSync(file, `${JSON.stringify([path, mark])}\n`));
    this.#remember(path, mark);
  }

  /** End a run. The journal is removed if another list holds all files. */
  async close(isComplete: boolean): Promise<void> {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    if (isComplete) await rm(this.path, { force: true });
  }

  #write<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw new FileError(`Cannot write \`${this.path}\`: ${reasonOf(error)}`);
    }
  }

  #remember(path: string, mark: string): void {
    this.#marks.set(path, (this.#marks.get(path) ?? new Set()).add(mark));
  }
}
