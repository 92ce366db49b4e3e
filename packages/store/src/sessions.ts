import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { contains } from "./contains.ts";
import { maxLimit, type OrderedPageRequest, readCursor, readLimit, writeCursor } from "./cursor.ts";
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
  /** See {@link StoredSession.user}; 1 to 200 characters (default: nobody is named). */
  readonly user?: string | undefined;
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

/** Which sessions to list. */
export interface SessionListOptions extends OrderedPageRequest, Pick<NewSession, "projectId" | "user"> {
  /** What the configs must contain: these keys with these values; of lists, each of these items (default: nothing). */
  readonly configs?: JsonRecord | undefined;
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
  const { id = randomUUID(), projectId = defaultProject, configs = {}, disableTaskTracking = false, user } = session;
  if (user !== undefined && !isName(user))
    throw new StoreError("INVALID_BODY", "Unexpected user, expected 1 to 200 characters");
  const project = toUuid(projectId, "INVALID_BODY");
  const row = {
    id: toUuid(id, "INVALID_SESSION_ID"),
    project_id: project,
    configs: objectToJson(configs, "configs", maxMetaBytes),
    disable_task_tracking: disableTaskTracking,
    user_name: user ?? null,
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

/** Whether a column holds a text as it is: a database has no NUL characters and no half surrogates. */
function isName(text: string): boolean {
  return text !== "" && text.length <= 200 && !text.includes("\0") && Buffer.from(text).toString() === text;
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
    .select(["s.id", "s.number", "s.project_id", "s.configs", "s.disable_task_tracking", "s.user_name", "s.created_at"])
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

export async function listSessions(db: Kysely<Tables>, options: SessionListOptions): Promise<SessionPage> {
  const { limit, cursor, timeDesc = false, projectId = defaultProject, user, configs } = options;
  const size = readLimit(limit);
  const project = toUuid(projectId, "INVALID_BODY");
  const list = `sessions ${project}`;
  let all = sessionsOf(db).where("s.project_id", "=", project);
  if (user !== undefined) all = all.where("s.user_name", "=", user);
  const found: { readonly session: StoredSession; readonly number: number }[] = [];
  let at = cursor === undefined ? undefined : readCursor(cursor, timeDesc, (name) => name === list).at;
  for (;;) {
    let query = all.orderBy("s.number", timeDesc ? "desc" : "asc");
    if (at !== undefined) query = query.where("s.number", timeDesc ? "<" : ">", at);
    const most = size === undefined ? undefined : Math.max(size + 1, configs === undefined ? 0 : maxLimit);
    const rows = await (most === undefined ? query : query.limit(most)).execute();
    for (const row of rows) {
      const session = toSession(row);
      // In the database it would be a column of `jsonb`, which refuses what JSON holds.
      if (configs === undefined || contains(session.configs, configs)) found.push({ session, number: row.number });
    }
    if (most === undefined || rows.length < most || found.length > size!) break;
    at = rows.at(-1)!.number;
  }
  const shown = found.slice(0, size);
  const items = shown.map(({ session }) => session);
  const last = shown.at(-1);
  if (found.length === shown.length || last === undefined) return { items };
  return { items, nextCursor: writeCursor({ list, timeDesc, at: last.number, id: last.session.id }) };
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
