import { setTimeout as wait } from "node:timers/promises";
import { openRows, type Rows } from "./rows.ts";
import { takeSnapshot, type Snapshot } from "./snapshot.ts";

/** Reads a database that a client may be writing. */
export class DatabaseReader {
  readonly #path: string;
  #open: { readonly snapshot: Snapshot; readonly rows: Rows } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Read at one moment. If the client moves pages while rows are read, what was read is dropped and read again.
   *
   * @param read must have no effect but its result.
   * @throws an error if the database cannot be read, or is written all the time.
   */
  async read<T>(read: (rows: Rows) => T): Promise<T> {
    for (let tries = 1; tries <= maxTries; tries++) {
      const { snapshot, rows } = (this.#open ??= await open(this.#path));
      let failed: { readonly error: unknown } | undefined;
      let result: T | undefined;
      try {
        result = read(rows);
      } catch (error) {
        failed = { error };
      }
      if (snapshot.isCurrent()) {
        if (failed) throw failed.error;
        return result as T;
      }
      this.close();
      await wait(pauseMs * tries);
    }
    throw new Error(`The database is written all the time: no moment to read it in ${maxTries} tries`);
  }

  /** Remove what was opened. */
  close(): void {
    this.#open?.rows.close();
    this.#open?.snapshot.remove();
    this.#open = undefined;
  }
}

const maxTries = 8;
const pauseMs = 25;

async function open(path: string): Promise<{ snapshot: Snapshot; rows: Rows }> {
  const snapshot = await takeSnapshot(path);
  try {
    return { snapshot, rows: await openRows(snapshot.path) };
  } catch (error) {
    snapshot.remove();
    throw error;
  }
}
