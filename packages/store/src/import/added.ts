import { type Kysely, sql } from "kysely";
import { messageColumns, type MessageRow, toMessage } from "../message-rows.ts";
import type { Tables } from "../sql/tables.ts";
import type { JsonRecord, StoredMessage } from "../types.ts";

/** A session with messages that no transcript has. */
export interface AddedSession {
  readonly sessionId: string;
  /** How many there are. */
  readonly count: number;
  /** The number of the newest one: together with the count it changes whenever one is stored. */
  readonly lastSeq: number;
}

/** A message that no transcript has. */
export interface AddedMessage {
  readonly message: StoredMessage;
  /** The meta of the message that it follows, if a transcript has that one. */
  readonly importedParent?: JsonRecord | undefined;
}

/** List the sessions of a project with messages that programs stored, sorted by id. */
export async function addedSessions(db: Kysely<Tables>, project: string): Promise<AddedSession[]> {
  const { rows } = await sql<{ readonly id: string; readonly count: number; readonly last: number }>`
    select m.session_id as id, count(*)::integer as count, max(m.seq) as last
    from ccdag.messages m join ccdag.sessions s on s.id = m.session_id
    where s.project_id = ${project} and not m.is_imported group by m.session_id order by m.session_id`.execute(db);
  return rows.map(({ id, count, last }) => ({ sessionId: id, count, lastSeq: last }));
}

/** Read the messages of a session that programs stored, in their order. */
export async function addedMessages(db: Kysely<Tables>, session: string): Promise<AddedMessage[]> {
  const { rows } = await sql<MessageRow & { readonly parent_meta: string | null }>`
    select ${messageColumns}, p.meta as parent_meta from ccdag.messages m
      left join ccdag.messages p on p.session_id = m.session_id and p.id = m.parent_id and p.is_imported
    where m.session_id = ${session} and not m.is_imported order by m.seq`.execute(db);
  return rows.map((row) => {
    const message = toMessage(row);
    if (row.parent_meta === null) return { message };
    return { message, importedParent: JSON.parse(row.parent_meta) as JsonRecord };
  });
}
