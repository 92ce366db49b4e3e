import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  invalidCursor,
  type OrderedPageRequest,
  type CursorPosition,
  readCursor,
  readLimit,
  writeCursor,
} from "./cursor.ts";
import { StoreError } from "./store-error.ts";
import { messageColumns, type MessageRow, toMessage } from "./message-rows.ts";
import { aliasOf } from "./import/alias-of.ts";
import { defaultLeaf, getRef } from "./refs.ts";
import { getSession, noSession } from "./sessions.ts";
import type { Tables } from "./sql/tables.ts";
import type { StoredMessage } from "./types.ts";
import { isUuid, toUuid } from "./uuid.ts";

/** Which part of a branch to read. */
export interface PathOptions extends OrderedPageRequest {
  /** The last message of the path; any message of the session (default: the default leaf, where `main` ends). */
  readonly leafId?: string | undefined;
  /** The branch or tag that the path leads to, in place of `leafId` (default: `main`). */
  readonly branch?: string | undefined;
}

/** Messages that were read. */
export interface MessagePage {
  readonly items: readonly StoredMessage[];
  /** For the next page; absent on the last one. */
  readonly nextCursor?: string | undefined;
}

/** A branch, or a page of it. */
export interface Path extends MessagePage {
  /** The message that the path leads to; `null` in a session without messages. */
  readonly leafId: string | null;
  /** Whether no message follows it. */
  readonly isLeaf: boolean;
}

/** A message on the way up. */
interface Step {
  readonly id: string;
  readonly depth: number;
  readonly is_leaf: boolean;
}

export async function readPath(db: Kysely<Tables>, sessionId: string, options: PathOptions): Promise<Path> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const { limit, cursor, timeDesc = false, leafId, branch } = options;
  const size = readLimit(limit);
  if (leafId !== undefined && branch !== undefined)
    throw new StoreError("INVALID_QUERY", "Unexpected leaf beside a branch: give one of the two");
  const tip = branch === undefined ? leafId : ((await getRef(db, session, branch)).messageId ?? undefined);
  const named = tip === undefined ? undefined : toUuid(tip, "INVALID_LEAF_ID");
  const from = cursor === undefined ? undefined : readCursor(cursor, timeDesc, isUuid);
  const leaf = await findLeaf(db, session, named ?? from?.list);
  // The leaf of a cursor of another session is not in this one.
  if (leaf === "unknown")
    throw named === undefined ? invalidCursor() : new StoreError("LEAF_NOT_FOUND", "No such message in this session");
  if (leaf === undefined) return { items: [], leafId: null, isLeaf: false };
  if (from !== undefined && from.list !== leaf.id) {
    // A branch that moved is read on to where it ended.
    if (branch === undefined) throw invalidCursor();
    return readPath(db, session, { ...options, branch: undefined, leafId: from.list });
  }
  const [first, last] = depthsOf(leaf, size, from, timeDesc);
  const path = { leafId: leaf.id, isLeaf: leaf.is_leaf };
  if (first > last) return { items: [], ...path };
  const items = await readUp(db, session, await ancestorAt(db, session, leaf, last), first);
  // A session can be deleted between two queries.
  if (items.length === 0) throw noSession();
  if (!timeDesc) items.reverse();
  const isEnd = timeDesc ? first === 1 : last === leaf.depth;
  const end = items.at(-1)!;
  if (isEnd) return { items, ...path };
  return { items, ...path, nextCursor: writeCursor({ list: leaf.id, timeDesc, at: end.depth, id: end.id }) };
}

/** The depths of the first and the last message of a page, both counted. */
function depthsOf(
  { depth }: Step,
  size: number = Number.POSITIVE_INFINITY,
  from: CursorPosition | undefined,
  timeDesc: boolean,
): [number, number] {
  if (timeDesc) {
    const last = from === undefined ? depth : Math.min(depth, from.at - 1);
    return [Math.max(1, last - size + 1), last];
  }
  const first = from === undefined ? 1 : from.at + 1;
  return [first, Math.min(depth, first + size - 1)];
}

/** The end of a path: the message that was named, else the default leaf; absent in a session without messages. */
async function findLeaf(
  db: Kysely<Tables>,
  session: string,
  named: string | undefined,
): Promise<Step | "unknown" | undefined> {
  const { rows } = await sql<Step>`
    select m.id, m.depth, l.message_id is not null as is_leaf
    from ccdag.sessions s
      left join ccdag.messages m on m.session_id = s.id and m.id = ${named ?? defaultLeaf}
      left join ccdag.leaves l on l.session_id = s.id and l.message_id = m.id
    where s.id = ${session}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw noSession();
  if (found.id !== null) return found;
  if (named === undefined) return undefined;
  const other = await aliasOf(db, session, named);
  return other === undefined ? "unknown" : findLeaf(db, session, other);
}

/** The ancestor of a message at a depth, in a number of steps that grows with the logarithm of the distance. */
async function ancestorAt(
  db: Kysely<Tables>,
  session: string,
  { id, depth: from }: Step,
  depth: number,
): Promise<string> {
  if (depth === from) return id;
  const { rows } = await sql<{ readonly id: string }>`
    with recursive up as (
      select m.id, m.parent_id, m.jump_id, m.jump_depth, m.depth
        from ccdag.messages m where m.session_id = ${session} and m.id = ${id}
      union all
      select m.id, m.parent_id, m.jump_id, m.jump_depth, m.depth
        from up join ccdag.messages m on m.session_id = ${session}
          and m.id = case when up.jump_depth >= ${depth} then up.jump_id else up.parent_id end
        where up.depth > ${depth}
    ) select id from up where depth = ${depth}`.execute(db);
  if (rows[0] === undefined) throw noSession();
  return rows[0].id;
}

/** The messages from one up to an ancestor at a depth, in this order. */
async function readUp(db: Kysely<Tables>, session: string, id: string, depth: number): Promise<StoredMessage[]> {
  return (await rowsUp(db, session, id, depth, messageColumns)).map(toMessage);
}

async function rowsUp(
  db: Kysely<Tables>,
  session: string,
  id: string,
  depth: number,
  columns: RawBuilder<unknown>,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with recursive path as (
      select ${columns} from ccdag.messages m where m.session_id = ${session} and m.id = ${id}
      union all
      select ${columns} from path p
        join ccdag.messages m on m.session_id = ${session} and m.id = p.parent_id
        where p.depth > ${depth}
    ) select * from path`.execute(db);
  // The order of a recursive query is not promised.
  return rows.sort((a, b) => b.depth - a.depth);
}

export async function readAll(
  db: Kysely<Tables>,
  sessionId: string,
  { limit, cursor, timeDesc = false }: OrderedPageRequest,
): Promise<MessagePage> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const size = readLimit(limit);
  const list = `all ${session}`;
  const from = cursor === undefined ? undefined : readCursor(cursor, timeDesc, (name) => name === list);
  const after = from === undefined ? sql`` : sql`and m.seq ${sql.raw(timeDesc ? "<" : ">")} ${from.at}::bigint`;
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from ccdag.messages m where m.session_id = ${session} ${after}
    order by m.seq ${sql.raw(timeDesc ? "desc" : "asc")} limit ${size === undefined ? null : size + 1}`.execute(db);
  if (rows.length === 0) await getSession(db, session);
  const items = rows.slice(0, size).map(toMessage);
  const last = items.at(-1);
  if (rows.length === items.length || last === undefined) return { items };
  return { items, nextCursor: writeCursor({ list, timeDesc, at: last.seq, id: last.id }) };
}
