import { type Kysely, type Migration, sql } from "kysely";

/** Whose a session is. What a token may, until when, and when it was last used. */
export const migration4: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table ccdag.sessions add column user_name text`.execute(db);
    await sql`
      create index sessions_by_user on ccdag.sessions (project_id, user_name, number) where user_name is not null
    `.execute(db);
    await sql`
      alter table ccdag.tokens
        add column is_read_only boolean not null default false,
        add column expires_at timestamptz,
        add column used_at timestamptz`.execute(db);
  },
};
