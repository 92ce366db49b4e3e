import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Wait for all who write to a session, and have them wait until the transaction ends. */
export async function lockSessionWhole(db: Kysely<Tables>, session: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ccdag session ${session}`}, 0))`.execute(db);
}

/** Wait for all who append to a branch, as the function `append_messages` does. */
export async function lockBranch(db: Kysely<Tables>, session: string, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`ccdag session ${session}`}, 0))`.execute(db);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ccdag branch ${session} ${name}`}, 0))`.execute(db);
}
