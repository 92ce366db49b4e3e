import { readFileSync } from "node:fs";
import { type Kysely, type Migration, sql } from "kysely";
import { appendMessages } from "./migration-2.ts";

/** What happened in a session, written with it, and who read how far. */
export const migration3: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // In the order of their transactions, of which all up to one are known to be over: an event never comes before one that was read.
    await sql`
      create table ccdag.events (
        session_id uuid not null references ccdag.sessions (id) on delete cascade,
        transaction xid8 not null default pg_current_xact_id(),
        number bigint not null generated always as identity,
        kind text not null,
        message_id uuid,
        ref text,
        primary key (session_id, transaction, number)
      )`.execute(db);
    await sql`
      create table ccdag.consumers (
        session_id uuid not null references ccdag.sessions (id) on delete cascade,
        name text not null,
        transaction xid8 not null default '0',
        number bigint not null default 0,
        lease uuid,
        lease_until timestamptz,
        primary key (session_id, name)
      )`.execute(db);
    await sql.raw(readFileSync(appendMessages, "utf8")).execute(db);
  },
};
