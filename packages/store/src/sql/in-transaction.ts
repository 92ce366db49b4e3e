import type { Kysely } from "kysely";
import { unavailableIfAway } from "./is-away.ts";
import type { Tables } from "./tables.ts";

/** Run a function in a transaction: all that it does is there afterwards, or nothing. */
export function inTransaction<T>(db: Kysely<Tables>, run: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> {
  return unavailableIfAway(() => db.transaction().execute(run));
}
