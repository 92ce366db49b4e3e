import { type Kysely, type Migration, sql } from "kysely";

/** What a token may, until when, and when it was last used. */
export const migration4: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table ccdag.tokens
        add column is_read_only boolean not null default false,
        add column expires_at timestamptz,
        add column used_at timestamptz`.execute(db);
  },
};
