import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, Migrator, PostgresDialect, sql } from "kysely";
import { migration1 } from "../src/sql/migration-1.ts";
import { PgliteDialect } from "../src/sql/pglite-dialect.ts";
import { serverPool } from "../src/sql/server-pool.ts";

/** What a store of the first version says of a session. */
export interface OldSession {
  readonly id: string;
  readonly lastId: string;
  readonly updatedAt: Date;
  readonly messages: readonly OldMessage[];
  readonly leaves: readonly string[];
}

interface OldMessage {
  readonly id: string;
  readonly parent_id: string | null;
  readonly seq: number;
  readonly depth: number;
  readonly parts: string;
}

/**
 * Make a store of the first version, with sessions that have forks, and messages of transcripts among those of programs.
 *
 * @param where the address of a database, or the folder of a store.
 * @param count how many messages it is to have.
 * @returns what it says of its sessions.
 */
export async function makeOldStore(where: string, count: number): Promise<OldSession[]> {
  const db = new Kysely<unknown>({ dialect: await dialectOf(where) });
  try {
    const provider = { getMigrations: async () => ({ "0001-messages": migration1 }) };
    const { error } = await new Migrator({ db, provider, migrationTableSchema: "ccdag" }).migrateToLatest();
    if (error !== undefined) throw error;
    await sql
      .raw(`do $$ declare session uuid; ids uuid[]; parent uuid; begin
        for s in 1 .. 10 loop
          session := gen_random_uuid(); ids := '{}';
          insert into ccdag.sessions (id, project_id, configs, disable_task_tracking)
            values (session, '00000000-0000-0000-0000-000000000000', '{}', false);
          for i in 1 .. ${count / 10} loop
            ids := ids || gen_random_uuid();
            parent := case when i % 17 = 0 then ids[1 + (i * 7919) % (i - 1)] end;
            perform ccdag.append_message(session, ids[i], false, parent, i % 501 = 0, null, 'user',
              '[{"type":"text","text":"' || i || '"}]', '{}');
          end loop;
        end loop;
        update ccdag.messages set is_imported = true where seq <= 100;
      end $$`)
      .execute(db);
    const { rows } = await sql<{ id: string; last_id: string; updated_at: Date }>`
      select id, last_id, updated_at from ccdag.sessions order by number`.execute(db);
    const sessions: OldSession[] = [];
    for (const { id, last_id, updated_at } of rows) {
      const messages = await sql<OldMessage>`
        select id, parent_id, seq, depth, parts from ccdag.messages where session_id = ${id} order by seq`.execute(db);
      const leaves = await sql<{ id: string }>`
        select message_id as id from ccdag.leaves where session_id = ${id} order by seq`.execute(db);
      sessions.push({
        id,
        lastId: last_id,
        updatedAt: updated_at,
        messages: messages.rows,
        leaves: leaves.rows.map((leaf) => leaf.id),
      });
    }
    return sessions;
  } finally {
    await db.destroy();
  }
}

async function dialectOf(where: string) {
  if (where.startsWith("postgres")) return new PostgresDialect({ pool: await serverPool(where) });
  await writeFile(join(where, "ccdag-store.json"), '{"version":1}\n');
  return new PgliteDialect(await PGlite.create(join(where, "database")));
}
