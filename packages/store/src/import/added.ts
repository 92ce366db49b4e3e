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
  // For each session a part of an index, in which messages of transcripts are not.
  const { rows } = await sql<{ readonly id: string; readonly count: number; readonly last: number }>`
    select s.id, a.count, a.last from ccdag.sessions s cross join lateral (
      select count(*)::integer as count, max(m.seq) as last
      from ccdag.messages m where m.session_id = s.id and not m.is_imported) a
    where s.project_id = ${project} and a.count > 0 order by s.id`.execute(db);
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
