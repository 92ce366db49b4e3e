import { type Kysely, type Migration, sql } from "kysely";

/**
 * Tables for sessions, messages, leaves and tokens, and the function that appends a message.
 *
 * The function is one statement for the client, but each statement in it sees what others committed before it got the
 * lock: without it, two programs that append at once could give two messages one parent.
 */
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
    await appendFunction.execute(db);
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

const appendFunction = sql`
  create function ccdag.append_message(
    in_session uuid, in_id uuid, may_exist boolean, in_parent uuid, is_root boolean, in_expected uuid,
    in_role text, in_parts text, in_meta text,
    out outcome text, out parent uuid, out number integer, out new_depth integer, out at timestamptz
  ) language plpgsql as $$
  declare
    next integer; last uuid;
    up_depth integer; up_jump uuid; up_jump_depth integer;
    far uuid; far_depth integer;
  begin
    select s.next_seq, s.last_id into next, last from ccdag.sessions s where s.id = in_session for update;
    if not found then outcome := 'SESSION_NOT_FOUND'; return; end if;
    if may_exist and exists (select from ccdag.messages m where m.session_id = in_session and m.id = in_id) then
      outcome := 'EXISTS'; return;
    end if;
    if in_expected is not null and last is distinct from in_expected then outcome := 'LEAF_MOVED'; return; end if;
    if not is_root then parent := coalesce(in_parent, last); end if;
    at := date_trunc('milliseconds', clock_timestamp());
    number := next;
    if parent is null then
      new_depth := 1; up_jump := in_id; up_jump_depth := 1;
    else
      select m.depth, m.jump_id, m.jump_depth into up_depth, up_jump, up_jump_depth
        from ccdag.messages m where m.session_id = in_session and m.id = parent;
      if not found then outcome := 'PARENT_NOT_FOUND'; return; end if;
      new_depth := up_depth + 1;
      select m.jump_id, m.jump_depth into far, far_depth
        from ccdag.messages m where m.session_id = in_session and m.id = up_jump;
      -- two jumps of one length become one of twice the length
      if up_depth - up_jump_depth = up_jump_depth - far_depth then
        up_jump := far; up_jump_depth := far_depth;
      else
        up_jump := parent; up_jump_depth := up_depth;
      end if;
    end if;
    insert into ccdag.messages
      values (in_session, in_id, parent, up_jump, up_jump_depth, next, new_depth, in_role, in_parts, in_meta, at, at, false);
    update ccdag.sessions s set next_seq = next + 1, last_id = in_id, updated_at = at where s.id = in_session;
    update ccdag.leaves l set message_id = in_id, seq = next, depth = new_depth, created_at = at
      where l.session_id = in_session and l.message_id = parent;
    if not found then insert into ccdag.leaves values (in_session, in_id, next, new_depth, at); end if;
    outcome := 'STORED';
  end $$`;
