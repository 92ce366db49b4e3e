import { unavailableIfAway } from "./is-away.ts";
import { keepListening } from "./server-pool.ts";

/**
 * Run a function while no other process runs one under this name on this server: two that create the same tables at once
 * disturb each other.
 *
 * @param address the address of a PostgreSQL server, as for `openStore`.
 * @param name what the others must not do meanwhile.
 * @param run the function.
 */
export async function withServerLock<T>(address: string, name: string, run: () => Promise<T>): Promise<T> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: address });
  keepListening(client);
  await unavailableIfAway(() => client.connect());
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [`ccdag ${name}`]);
    return await run();
  } finally {
    // The end of the connection ends the lock.
    await client.end();
  }
}
