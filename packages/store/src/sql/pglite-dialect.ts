import { setImmediate } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
} from "kysely";
import { StoreError } from "../store-error.ts";
import { unavailable } from "./is-away.ts";

/** How a database in PGlite is used. */
export interface PgliteDialectOptions {
  /** Whether each call returns only when what it stored is on the disk (default: `false`). PGlite must be able to flush. */
  readonly isDurable?: boolean;
}

/** What is on the disk ends where the last record of the log does. A call that stored nothing has nothing to flush. */
const flush = CompiledQuery.raw(`
  select pg_logical_emit_message(false, 'ccdag', '', true) where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`);

/** Kysely over PGlite: the same SQL as over a server. PGlite has one connection, which transactions share in turn. */
export class PgliteDialect implements Dialect {
  readonly #database: PGlite;
  readonly #options: PgliteDialectOptions;

  constructor(database: PGlite, options: PgliteDialectOptions = {}) {
    this.#database = database;
    this.#options = options;
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }
  createDriver(): Driver {
    return new PgliteDriver(this.#database, this.#options);
  }
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }
}

class PgliteDriver implements Driver {
  readonly #database: PGlite;
  readonly #connection: DatabaseConnection;
  /** Ends when the one connection is free again. */
  #free: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;
  readonly #isDurable: boolean;
  /** Why the database does nothing any more. */
  #stopped: StoreError | undefined;
  /** The next flush, which has not begun. */
  #flushed: Promise<void> | undefined;

  constructor(database: PGlite, { isDurable = false }: PgliteDialectOptions) {
    this.#database = database;
    this.#isDurable = isDurable;
    this.#connection = {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
        if (this.#stopped) throw this.#stopped;
        try {
          const { rows, affectedRows } = await database.query<R>(sql, [...parameters]);
          return { rows, numAffectedRows: BigInt(affectedRows ?? 0) };
        } catch (error) {
          throw this.#stopOn(error);
        }
      },
      streamQuery: () => {
        throw new Error("PGlite gives the rows of a query at once");
      },
    };
  }

  async init(): Promise<void> {}

  /** After a panic, as of a log that found no place on the disk, PGlite would not answer any call. */
  #stopOn(error: unknown): unknown {
    const { severity, message } = Object(error) as { readonly severity?: unknown; readonly message?: unknown };
    if (severity !== "PANIC" && severity !== "FATAL") return unavailable(error);
    return (this.#stopped ??= new StoreError(
      "UNAVAILABLE",
      `The database of the folder has stopped, open the store again: ${String(message)}`,
      { cause: error },
    ));
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    let release: (() => void) | undefined;
    this.#free = new Promise((resolve) => (release = resolve));
    await before;
    this.#release = release;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
    if (this.#isDurable) await (this.#flushed ??= this.#flush());
  }

  /**
   * Flush the log once the connection is free: for all that was stored until then. The loop turns before: PGlite and the disk
   * work in this thread, and what has arrived meanwhile may be stored for the same flush.
   */
  async #flush(): Promise<void> {
    await setImmediate();
    const connection = await this.acquireConnection();
    this.#flushed = undefined;
    try {
      await connection.executeQuery(flush);
    } finally {
      this.#release?.();
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin"));
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async destroy(): Promise<void> {
    await this.#free;
    if (this.#stopped === undefined) await this.#database.close();
  }
}
