import { readFileSync } from "node:fs";
import { type Kysely, type Migration, sql } from "kysely";

/** The function that appends messages. The compiler copies no SQL, so that the build reads it from the sources, too. */
export const appendMessages: URL = new URL("../../src/sql/append-messages.sql", import.meta.url);

/**
 * The first number of a message that a program stores. Those of imports are counted from 1 in each session and stay below it, so that
 * what a program stored is newer than what a transcript has.
 */
export const firstNumber: number = 2 ** 40;

/**
 * Branches with names. Numbers of messages come from a sequence, and no row of a session changes when a message is stored: writers of
 * different branches of a session do not wait for one another.
 */
export const migration2: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table ccdag.refs (
        session_id uuid not null references ccdag.sessions (id) on delete cascade,
        name text not null,
        kind text not null check (kind in ('branch', 'tag')),
        message_id uuid,
        version bigint not null default 1,
        meta text not null default '{}',
        number bigint not null generated always as identity,
        created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
        updated_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
        primary key (session_id, name)
      )`.execute(db);
    await sql`alter table ccdag.messages alter column seq type bigint`.execute(db);
    await sql`alter table ccdag.leaves alter column seq type bigint`.execute(db);
    await sql`create index leaves_by_seq on ccdag.leaves (session_id, seq)`.execute(db);
    // Which sessions programs continued is asked for by every command that reads a store.
    await sql`create index added_messages on ccdag.messages (session_id, seq) where not is_imported`.execute(db);
    await sql.raw(`create sequence ccdag.message_numbers as bigint minvalue 1 start ${firstNumber}`).execute(db);
    await sql`alter table ccdag.sessions drop column next_seq, drop column last_id`.execute(db);
    await sql.raw(readFileSync(appendMessages, "utf8")).execute(db);
    // A server of the version before that still runs must not store a message that branches do not know of.
    await sql`drop function ccdag.append_message`.execute(db);
    await sql
      .raw(`
      create function ccdag.append_message(uuid, uuid, boolean, uuid, boolean, uuid, text, text, text,
        out outcome text, out parent uuid, out number integer, out new_depth integer, out at timestamptz
      ) language plpgsql as $$ begin
        raise exception 'The store was opened by a newer version of ccdag: update this program';
      end $$`)
      .execute(db);
  },
};
