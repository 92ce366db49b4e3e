import type { Database } from "node-sqlite3-wasm";

/** A row, by the names of its columns: numbers, texts and `null`. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** An open database. */
export interface DatabaseRows {
  /** Whether there is a table with these columns: versions differ. */
  has(table: string, ...columns: readonly string[]): boolean;
  /** The rows of a query; none if its table is missing, because an older version had none. */
  all(table: string, sql: string, ...values: ReadonlyArray<string | number>): DatabaseRow[];
  close(): void;
}

/**
 * Open a snapshot of a database. The library is loaded when there is one.
 *
 * @param path see `takeSnapshot`.
 */
export async function openRows(path: string): Promise<DatabaseRows> {
  const { default: sqlite } = await import("node-sqlite3-wasm");
  const database: Database = new sqlite.Database(path, { readOnly: true, fileMustExist: true });
  try {
    // The index of the log is then in the memory of this process: there is no shared memory in WebAssembly.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF");
    const tables = new Map<unknown, Set<unknown>>();
    for (const { name } of database.all("SELECT name FROM sqlite_master WHERE type = 'table'"))
      tables.set(
        name,
        new Set(
          database
            .all("SELECT name FROM pragma_table_info(?)", [typeof name === "string" ? name : ""])
            .map((row) => row["name"]),
        ),
      );
    return {
      has: (table, ...columns) => columns.every((column) => tables.get(table)?.has(column) === true),
      all: (table, sql, ...values) => (tables.has(table) ? database.all(sql, [...values]).map(toRow) : []),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Values that JSON has no form for become texts. */
function toRow(row: object): DatabaseRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "bigint"
        ? String(value)
        : value instanceof Uint8Array
          ? Buffer.from(value).toString("base64")
          : value,
    ]),
  );
}
