import { readFileSync } from "node:fs";
import { type Kysely, type Migration, sql } from "kysely";

/** The function that appends a message. The compiler copies no SQL, so that the build reads it from the sources, too. */
const appendMessage = new URL("../../src/sql/append-message.sql", import.meta.url);

/** Tables for sessions, messages, leaves and tokens, and the function that appends a message. */
export const migration1: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table ccdag.sessions (
        id uuid primary key,
        number bigint not null generated always as identity,
        project_id uuid not null,
        configs text not null,
        disable_task_tracking boolean not null,
        next_seq integer not null default 1,
        last_id uuid,
        created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
        updated_at timestamptz not null default date_trunc('milliseconds', clock_timestamp())
      )`.execute(db);
    await sql`create unique index sessions_by_number on ccdag.sessions (project_id, number)`.execute(db);
    // A parent of another session is refused by the database itself.
    await sql`
      create table ccdag.messages (
        session_id uuid not null references ccdag.sessions (id) on delete cascade,
        id uuid not null,
        parent_id uuid,
        jump_id uuid not null,
        jump_depth integer not null,
        seq integer not null,
        depth integer not null,
        role text not null,
        parts text not null,
        meta text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        is_imported boolean not null default false,
        primary key (session_id, id),
        unique (session_id, seq),
        foreign key (session_id, parent_id) references ccdag.messages (session_id, id)
      )`.execute(db);
    await sql`create index messages_by_parent on ccdag.messages (session_id, parent_id)`.execute(db);
    // Finds the sessions that a transcript continues; messages of programs cost nothing here.
    await sql`create index imported_messages on ccdag.messages (id) where is_imported`.execute(db);
    await sql`
      create table ccdag.leaves (
        session_id uuid not null references ccdag.sessions (id) on delete cascade,
        message_id uuid not null,
        seq integer not null,
        depth integer not null,
        created_at timestamptz not null,
        primary key (session_id, message_id)
      )`.execute(db);
    await sql`
      create table ccdag.tokens (
        hash text primary key,
        name text not null unique,
        project_id uuid not null,
        created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp())
      )`.execute(db);
    await createImportTables(db);
    await sql.raw(readFileSync(appendMessage, "utf8")).execute(db);
  },
};

/** Tables of transcripts: their bytes, in pieces, and what was made of them. */
async function createImportTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ccdag.sources (
      project_id uuid not null,
      path text not null,
      hash text not null,
      bytes integer not null,
      derived text,
      state text not null,
      primary key (project_id, path)
    )`.execute(db);
  await sql`
    create table ccdag.source_pieces (
      project_id uuid not null,
      path text not null,
      number integer not null,
      content bytea not null,
      primary key (project_id, path, number),
      foreign key (project_id, path) references ccdag.sources (project_id, path) on delete cascade
    )`.execute(db);
  await sql`
    create table ccdag.session_sources (
      session_id uuid not null references ccdag.sessions (id) on delete cascade,
      project_id uuid not null,
      path text not null,
      primary key (session_id, project_id, path),
      foreign key (project_id, path) references ccdag.sources (project_id, path) on delete cascade
    )`.execute(db);
  await sql`create index session_sources_by_path on ccdag.session_sources (project_id, path)`.execute(db);
  await sql`
    create table ccdag.results (
      key text primary key,
      content bytea not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create table ccdag.aliases (
      session_id uuid not null references ccdag.sessions (id) on delete cascade,
      uuid uuid not null,
      message_id uuid not null,
      primary key (session_id, uuid)
    )`.execute(db);
}
