import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { metaOfProgram } from "./format/own-meta.ts";
import { messageColumns, type MessageRow, toMessage } from "./message-rows.ts";
import { getSession, maxMetaBytes, noSession } from "./sessions.ts";
import { inTransaction } from "./sql/in-transaction.ts";
import { lockSessionWhole } from "./sql/locks.ts";
import type { Tables } from "./sql/tables.ts";
import { StoreError } from "./store-error.ts";
import { objectToJson } from "./to-json.ts";
import type { JsonRecord, StoredMessage, StoredSession } from "./types.ts";
import { toUuid } from "./uuid.ts";

/** Set the configs of a session; `change` makes them of those that it has. */
export async function changeConfigs(
  db: Kysely<Tables>,
  sessionId: string,
  change: (configs: JsonRecord) => JsonRecord,
): Promise<StoredSession> {
  const id = toUuid(sessionId, "INVALID_SESSION_ID");
  await inTransaction(db, async (transaction) => {
    const found = await transaction
      .selectFrom("ccdag.sessions")
      .select("configs")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) throw noSession();
    const configs = objectToJson(change(JSON.parse(found.configs) as JsonRecord), "configs", maxMetaBytes);
    await transaction
      .updateTable("ccdag.sessions")
      .set({ configs, updated_at: sql`date_trunc('milliseconds', clock_timestamp())` })
      .where("id", "=", id)
      .execute();
  });
  return getSession(db, id);
}

/** Change what a program wants to know of a message. What it says never changes. */
export async function patchMeta(
  db: Kysely<Tables>,
  sessionId: string,
  messageId: string,
  patch: JsonRecord,
): Promise<StoredMessage> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const id = toUuid(messageId, "INVALID_MESSAGE_ID");
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<MessageRow>`
      select ${messageColumns} from ccdag.messages m where m.session_id = ${session} and m.id = ${id} for update
    `.execute(transaction);
    const [row] = rows;
    if (row === undefined) {
      await getSession(transaction, session);
      throw new StoreError("MESSAGE_NOT_FOUND", "No such message in this session");
    }
    const { meta: all, ...message } = toMessage(row);
    const program = metaOfProgram({ meta: all });
    // What the format of the message needs stays.
    const own = Object.fromEntries(Object.entries(all).filter(([key]) => !Object.hasOwn(program, key)));
    const meta = { ...merged(program, patch), ...own };
    await transaction
      .updateTable("ccdag.messages")
      .set({ meta: objectToJson(meta, "meta", maxMetaBytes) })
      .where("session_id", "=", session)
      .where("id", "=", id)
      .execute();
    return { ...message, meta };
  });
}

/** An object with the keys of another one; a key that is `null` there is removed. */
export function merged(object: JsonRecord, patch: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries({ ...object, ...patch }).filter(([key]) => patch[key] !== null));
}

/** Copy a session with its messages, branches and tags. A message has the same id in both. */
export async function copySession(db: Kysely<Tables>, sessionId: string): Promise<StoredSession> {
  const from = toUuid(sessionId, "INVALID_SESSION_ID");
  const id = randomUUID();
  await inTransaction(db, async (transaction) => {
    await lockSessionWhole(transaction, from);
    const { numAffectedRows } = await sql`
      insert into ccdag.sessions (id, project_id, configs, disable_task_tracking, user_name)
        select ${id}, project_id, configs, disable_task_tracking, user_name from ccdag.sessions where id = ${from}
    `.execute(transaction);
    if (numAffectedRows === 0n) throw noSession();
    // Of transcripts it is no part: what they get later belongs to the session that was made of them.
    await sql`
      insert into ccdag.messages (session_id, id, parent_id, jump_id, jump_depth, seq, depth, role, parts, meta, created_at, updated_at)
        select ${id}, id, parent_id, jump_id, jump_depth, seq, depth, role, parts, meta, created_at, updated_at
        from ccdag.messages where session_id = ${from}`.execute(transaction);
    await sql`
      insert into ccdag.leaves (session_id, message_id, seq, depth, created_at)
        select ${id}, message_id, seq, depth, created_at from ccdag.leaves where session_id = ${from}`.execute(
      transaction,
    );
    await sql`
      insert into ccdag.refs (session_id, name, kind, message_id, version, meta, created_at, updated_at)
        select ${id}, name, kind, message_id, version, meta, created_at, updated_at
        from ccdag.refs where session_id = ${from} order by number`.execute(transaction);
    await sql`
      insert into ccdag.aliases (session_id, uuid, message_id)
        select ${id}, uuid, message_id from ccdag.aliases where session_id = ${from}`.execute(transaction);
  });
  return getSession(db, id);
}
