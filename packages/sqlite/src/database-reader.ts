import { setTimeout as wait } from "node:timers/promises";
import { openRows, type DatabaseRows } from "./open-rows.ts";
import { type Snapshot, takeSnapshot } from "./take-snapshot.ts";

/** Reads a database that a program may be writing. */
export class DatabaseReader {
  readonly #path: string;
  #snapshot: Snapshot | undefined;
  #rows: DatabaseRows | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Read at one moment. If the client moves pages while rows are read, what was read is dropped and read again.
   *
   * @param read must have no effect but its result.
   * @throws an error if the database cannot be read, or is written all the time.
   */
  async read<T>(read: (rows: DatabaseRows) => T): Promise<T> {
    for (let tries = 1; tries <= maxTries; tries++) {
      const snapshot = (this.#snapshot ??= await takeSnapshot(this.#path));
      const attempt = await this.#attempt(snapshot, read);
      // What fails while pages are moved says nothing.
      if (snapshot.isCurrent()) {
        if ("error" in attempt) throw attempt.error;
        return attempt.result;
      }
      this.close();
      await wait(pauseMs * tries);
    }
    throw new Error(`The database is written all the time: no moment to read it in ${maxTries} tries`);
  }

  async #attempt<T>(
    { path }: Snapshot,
    read: (rows: DatabaseRows) => T,
  ): Promise<{ readonly result: T } | { readonly error: unknown }> {
    try {
      this.#rows ??= await openRows(path);
      return { result: read(this.#rows) };
    } catch (error) {
      return { error };
    }
  }

  /** Remove what was opened. */
  close(): void {
    this.#rows?.close();
    this.#rows = undefined;
    this.#snapshot?.remove();
    this.#snapshot = undefined;
  }
}

const maxTries = 8;
const pauseMs = 25;
