import type { Kysely } from "kysely";
import type { Tables } from "../sql/tables.ts";

/** The message of a session that has another id, too; absent if there is none. */
export async function aliasOf(db: Kysely<Tables>, session: string, uuid: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("ccdag.aliases")
    .select("message_id")
    .where("session_id", "=", session)
    .where("uuid", "=", uuid)
    .executeTakeFirst();
  return found?.message_id;
}
