import { closeSync, openSync, readSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import type { Database, Statement } from "node-sqlite3-wasm";

/** Writes a new database, which nobody else has open. It is on the disk, not in memory, and of any size. */
export class DatabaseWriter {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Make a database. It may be used when it is finished: a run that ends before leaves half of it.
   *
   * @param path where nothing may be yet.
   * @param schema statements that make its tables.
   * @throws an error if it cannot be written.
   */
  static async create(path: string, schema: string): Promise<DatabaseWriter> {
    const { default: sqlite } = await import("node-sqlite3-wasm");
    // The library would make a file that only its owner may read.
    writeFileSync(path, "", { flag: "wx" });
    const database = new sqlite.Database(path);
    try {
      database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE");
      database.exec(`PRAGMA cache_size = -${cacheKb}; ${schema} BEGIN`);
      // The library locks by a folder beside the file, which would stay if this process were killed.
      rmdirSync(`${path}.lock`);
    } catch (error) {
      database.close();
      throw error;
    }
    return new DatabaseWriter(database);
  }

  /**
   * Execute a statement once for each list of its parameters.
   *
   * @param sql the statement; it is prepared once.
   * @param rows the parameters, one list at a time.
   */
  insert(sql: string, rows: Iterable<Array<string | number | null>>): void {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    for (const values of rows) statement.run(values);
  }

  /** Execute last statements, and close the database. */
  finish(sql: string): void {
    this.#database.exec(`${sql} COMMIT`);
    this.close();
  }

  /** Close the database, finished or not. */
  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}

/** Memory for pages, in kB: indexes by text are filled in the order of sessions, and need few at a time. */
const cacheKb = 32_000;

/**
 * The number by which a program marks its databases (`PRAGMA application_id`).
 *
 * @param path of a file.
 * @returns absent if it is no database; 0 for one without a mark, and for an empty file.
 */
export function applicationIdOf(path: string): number | undefined {
  if (statSync(path).size === 0) return 0;
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(100);
    const isWhole = readSync(file, head, 0, head.length, 0) === head.length;
    return isWhole && head.toString("latin1", 0, 16) === "SQLite format 3\0" ? head.readUInt32BE(68) : undefined;
  } finally {
    closeSync(file);
  }
}
