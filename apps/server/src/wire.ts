import { metaOfProgram } from "@ccdag/store/formats";
import { type JsonRecord, type MessagePart, type StoredMessage, type StoredSession, uuidOf } from "@ccdag/store";

/** A message as the server sends it. */
export interface WireMessage {
  readonly id: string;
  readonly session_id: string;
  readonly parent_id: string | null;
  readonly role: string;
  readonly parts: readonly (MessagePart & { readonly asset: null; readonly filename: null })[];
  readonly meta: JsonRecord;
  readonly task_id: null;
  readonly session_task_process_status: "disable_tracking";
  readonly created_at: string;
  readonly updated_at: string;
  readonly depth: number;
  readonly seq: number;
}

/** A message as the server sends it. There are no files and no tasks: the fields for them are constants (ADR 0051). */
export function toWire({
  id,
  sessionId,
  parentId,
  role,
  parts,
  meta,
  depth,
  seq,
  ...times
}: StoredMessage): WireMessage {
  return {
    id,
    session_id: sessionId,
    parent_id: parentId,
    role,
    parts: parts.map((part) => ({ asset: null, filename: null, ...part })),
    meta: metaOfProgram({ meta }),
    task_id: null,
    session_task_process_status: "disable_tracking",
    created_at: times.createdAt.toISOString(),
    updated_at: times.updatedAt.toISOString(),
    depth,
    seq,
  };
}

/** A session as the server sends it. */
export function sessionToWire(session: StoredSession): JsonRecord {
  return {
    id: session.id,
    project_id: session.projectId,
    user: session.user ?? null,
    user_id: session.user === undefined ? null : uuidOf(session.projectId, session.user),
    disable_task_tracking: session.disableTaskTracking,
    space_id: null,
    configs: session.configs,
    created_at: session.createdAt.toISOString(),
    updated_at: session.updatedAt.toISOString(),
  };
}
