import { type Selectable, sql, type RawBuilder } from "kysely";
import type { MessagesTable, SessionsTable } from "./sql/tables.ts";
import type { JsonRecord, StoredMessage, MessagePart, Role, StoredSession } from "./types.ts";

/** The columns of a message that are read. */
export type MessageRow = Omit<Selectable<MessagesTable>, "jump_id" | "jump_depth" | "is_imported">;

/** The columns of {@link MessageRow} of the table or query called `m`. */
export const messageColumns: RawBuilder<unknown> = sql.raw(
  ["session_id", "id", "parent_id", "seq", "depth", "role", "parts", "meta", "created_at", "updated_at"]
    .map((name) => `m.${name}`)
    .join(", "),
);

/** A row as a message. */
export function toMessage(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    sessionId: row.session_id,
    parentId: row.parent_id,
    role: row.role as Role,
    parts: JSON.parse(row.parts) as MessagePart[],
    meta: JSON.parse(row.meta) as JsonRecord,
    depth: row.depth,
    seq: row.seq,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A row as a session. */
export function toSession(row: Omit<Selectable<SessionsTable>, "number">): StoredSession {
  return {
    id: row.id,
    projectId: row.project_id,
    user: row.user_name ?? undefined,
    configs: JSON.parse(row.configs) as JsonRecord,
    disableTaskTracking: row.disable_task_tracking,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
