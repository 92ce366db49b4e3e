import { type Kysely, sql } from "kysely";
import { type PageRequest, readCursor, readLimit, writeCursor } from "./cursor.ts";
import { defaultLeaf, findRef, mainBranch } from "./refs.ts";
import { noSession } from "./sessions.ts";
import type { Tables } from "./sql/tables.ts";
import type { StoredLeaf, Role, MessageTree } from "./types.ts";
import { toUuid } from "./uuid.ts";

/** The ends of the branches of a session, or some of them. */
export interface LeafPage {
  /** In the order in which they were stored. */
  readonly leaves: readonly StoredLeaf[];
  /** For the next page; absent on the last one. */
  readonly nextCursor?: string | undefined;
}

interface LeafRow {
  readonly message_id: string | null;
  readonly seq: number;
  readonly depth: number;
  readonly created_at: Date;
  readonly last_id: string;
}

export async function listLeaves(
  db: Kysely<Tables>,
  sessionId: string,
  { limit, cursor }: PageRequest,
): Promise<LeafPage> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const size = readLimit(limit);
  const list = `leaves ${session}`;
  const from = cursor === undefined ? undefined : readCursor(cursor, false, (name) => name === list);
  const { rows } = await sql<LeafRow>`
    with s as materialized (select s.id, ${defaultLeaf} as last_id from ccdag.sessions s where s.id = ${session})
    select l.message_id, l.seq, l.depth, l.created_at, s.last_id
    from s left join lateral (
      select * from ccdag.leaves l where l.session_id = ${session} and l.seq > ${from?.at ?? 0}::bigint
      order by l.seq limit ${size === undefined ? null : size + 1}) l on true
    order by l.seq limit ${size === undefined ? null : size + 1}`.execute(db);
  if (rows.length === 0) throw noSession();
  const found = rows.filter(({ message_id }) => message_id !== null);
  const shown = found.slice(0, size);
  const leaves = shown.map(({ message_id, depth, created_at, last_id }) => ({
    messageId: message_id!,
    depth,
    createdAt: created_at,
    isDefault: message_id === last_id,
  }));
  const last = shown.at(-1);
  if (found.length === shown.length || last === undefined) return { leaves };
  const position = { list, timeDesc: false, at: last.seq, id: last.message_id! };
  return { leaves, nextCursor: writeCursor(position) };
}

interface NodeRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly depth: number;
  readonly seq: number;
  readonly role: string;
  readonly created_at: Date;
}

export async function readTree(db: Kysely<Tables>, sessionId: string): Promise<MessageTree> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const { rows } = await sql<NodeRow>`
    select id, parent_id, depth, seq, role, created_at
    from ccdag.messages where session_id = ${session} order by seq`.execute(db);
  const counts = new Map<string | null, number>();
  for (const { parent_id } of rows) counts.set(parent_id, (counts.get(parent_id) ?? 0) + 1);
  const nodes = rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    depth: row.depth,
    seq: row.seq,
    role: row.role as Role,
    childCount: counts.get(row.id) ?? 0,
    createdAt: row.created_at,
  }));
  const main = (await findRef(db, session, mainBranch))?.messageId;
  const forks = nodes.flatMap(({ id, childCount }) => (childCount > 1 ? [id] : []));
  return { nodes, forks, leafId: main ?? null };
}
