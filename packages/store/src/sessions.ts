import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type OrderedPageRequest, readCursor, readLimit, writeCursor } from "./cursor.ts";
import { StoreError } from "./store-error.ts";
import { toSession } from "./message-rows.ts";
import { lockSessionWhole } from "./sql/locks.ts";
import { inTransaction } from "./sql/in-transaction.ts";
import type { Tables } from "./sql/tables.ts";
import { objectToJson } from "./to-json.ts";
import type { JsonRecord, StoredSession } from "./types.ts";
import { toUuid } from "./uuid.ts";

/** The project of sessions for which none is named. */
export const defaultProject = "00000000-0000-0000-0000-000000000000";

/** What a new session is to have. */
export interface NewSession {
  /** Its id, a UUID (default: a new one). If it exists already, it is returned as it is. */
  readonly id?: string | undefined;
  /** Who it belongs to, a UUID (default: the only project, zeros). */
  readonly projectId?: string | undefined;
  /** See {@link StoredSession.configs} (default: none). */
  readonly configs?: JsonRecord | undefined;
  /** See {@link StoredSession.disableTaskTracking} (default: `false`). */
  readonly disableTaskTracking?: boolean | undefined;
}

/** A session that was asked for by creating it. */
export interface CreatedSession extends StoredSession {
  /** Whether it was created; `false` if it existed. */
  readonly isNew: boolean;
}

/** A part of the list of sessions. */
export interface SessionPage {
  readonly items: readonly StoredSession[];
  /** For the next page; absent on the last one. */
  readonly nextCursor?: string | undefined;
}

/** The most bytes that `configs` and `meta` have as JSON. */
export const maxMetaBytes = 65_536;

export async function createSession(db: Kysely<Tables>, session: NewSession): Promise<CreatedSession> {
  const { id = randomUUID(), projectId = defaultProject, configs = {}, disableTaskTracking = false } = session;
  const project = toUuid(projectId, "INVALID_BODY");
  const row = {
    id: toUuid(id, "INVALID_SESSION_ID"),
    project_id: project,
    configs: objectToJson(configs, "configs", maxMetaBytes),
    disable_task_tracking: disableTaskTracking,
  };
  const made = await db
    .insertInto("ccdag.sessions")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made !== undefined) return { ...toSession(made), isNew: true };
  const known = await findSession(db, row.id);
  // It was deleted between the two queries.
  if (known === undefined) return createSession(db, session);
  if (known.projectId === project) return { ...known, isNew: false };
  throw new StoreError("ID_CONFLICT", "A session of another project has this id");
}

/** A session; absent if there is none. */
async function findSession(db: Kysely<Tables>, id: string): Promise<StoredSession | undefined> {
  const found = await sessionsOf(db).where("s.id", "=", id).executeTakeFirst();
  return found && toSession(found);
}

/** Sessions with the time of their newest message. It is not in their row, which all writers would wait for. */
function sessionsOf(db: Kysely<Tables>) {
  const newest = sql<Date>`greatest(s.updated_at, (
    select n.created_at from ccdag.messages n where n.session_id = s.id order by n.seq desc limit 1))`;
  return db
    .selectFrom("ccdag.sessions as s")
    .select(["s.id", "s.number", "s.project_id", "s.configs", "s.disable_task_tracking", "s.created_at"])
    .select(newest.as("updated_at"));
}

export async function getSession(db: Kysely<Tables>, id: string): Promise<StoredSession> {
  const found = await findSession(db, toUuid(id, "INVALID_SESSION_ID"));
  if (found === undefined) throw noSession();
  return found;
}

/** The error for a session that does not exist. */
export function noSession(): StoreError {
  return new StoreError("SESSION_NOT_FOUND", "No such session");
}

export async function listSessions(
  db: Kysely<Tables>,
  { limit, cursor, timeDesc = false, projectId = defaultProject }: OrderedPageRequest & Pick<NewSession, "projectId">,
): Promise<SessionPage> {
  const size = readLimit(limit);
  const project = toUuid(projectId, "INVALID_BODY");
  const list = `sessions ${project}`;
  const direction = timeDesc ? "desc" : "asc";
  let query = sessionsOf(db).where("s.project_id", "=", project);
  if (cursor !== undefined) {
    const { at } = readCursor(cursor, timeDesc, (name) => name === list);
    query = query.where("s.number", timeDesc ? "<" : ">", at);
  }
  query = query.orderBy("s.number", direction);
  const rows = await (size === undefined ? query : query.limit(size + 1)).execute();
  const shown = rows.slice(0, size);
  const items = shown.map(toSession);
  const last = shown.at(-1);
  if (rows.length === shown.length || last === undefined) return { items };
  return { items, nextCursor: writeCursor({ list, timeDesc, at: last.number, id: last.id }) };
}

export async function deleteSession(db: Kysely<Tables>, id: string): Promise<void> {
  const uuid = toUuid(id, "INVALID_SESSION_ID");
  await inTransaction(db, async (transaction) => {
    await lockSessionWhole(transaction, uuid);
    // The transcripts that it was made of go with it, unless another session was made of them, too.
    await sql`
      delete from ccdag.sources f using ccdag.session_sources own
        where own.session_id = ${uuid} and f.project_id = own.project_id and f.path = own.path and not exists (
          select from ccdag.session_sources other where other.project_id = f.project_id and other.path = f.path
            and other.session_id <> own.session_id)`.execute(transaction);
    const { numDeletedRows } = await transaction.deleteFrom("ccdag.sessions").where("id", "=", uuid).executeTakeFirst();
    if (numDeletedRows === 0n) throw noSession();
  });
}
