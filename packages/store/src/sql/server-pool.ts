import type { PostgresPool } from "kysely";
import type { ClientBase, CustomTypesConfig } from "pg";
import { unavailableIfAway } from "./is-away.ts";

/** The number of the type `bigint`. */
const int8 = 20;

/** How long a call waits for a connection, in milliseconds. */
const connectMs = 10_000;

/**
 * Connections to a PostgreSQL server. One that breaks is replaced, whether it is used or not; the call that used it fails with
 * `UNAVAILABLE`.
 */
export async function serverPool(address: string): Promise<PostgresPool> {
  const { default: pg } = await import("pg");
  const parserOf = pg.types.getTypeParser as (...given: readonly unknown[]) => unknown;
  // Numbers of messages are far below 2^53.
  const types = {
    getTypeParser: (oid: unknown, ...format: readonly unknown[]) => (oid === int8 ? Number : parserOf(oid, ...format)),
  } as CustomTypesConfig;
  const terms = { connectionTimeoutMillis: connectMs, keepAlive: true, types };
  const pool = new pg.Pool({ connectionString: address, ...terms });
  // Without a listener the error of a connection ends the process: the pool listens to those that nobody uses, and only to those.
  pool.on("error", () => {});
  pool.on("connect", (client) => keepListening(client));
  return {
    connect: async () => {
      const client = await unavailableIfAway(() => pool.connect());
      return {
        query: ((text: string, values: readonly unknown[]) =>
          unavailableIfAway(() => client.query(text, [...values]))) as never,
        release: (destroy) => client.release(destroy),
      };
    },
    end: () => pool.end(),
  };
}

/** Whoever runs a query on the connection gets its error; the connection itself must not report it a second time. */
export function keepListening(client: ClientBase): void {
  client.on("error", () => {});
}
