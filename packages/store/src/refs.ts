import { type Kysely, type RawBuilder, sql } from "kysely";
import { type PageRequest, readCursor, readLimit, writeCursor } from "./cursor.ts";
import { aliasOf } from "./import/alias-of.ts";
import { getSession, maxMetaBytes, noSession } from "./sessions.ts";
import { lockBranch } from "./sql/locks.ts";
import { inTransaction } from "./sql/in-transaction.ts";
import type { Tables } from "./sql/tables.ts";
import { StoreError } from "./store-error.ts";
import { objectToJson } from "./to-json.ts";
import type { JsonRecord } from "./types.ts";
import { toUuid } from "./uuid.ts";

/** The branch that is meant where none is named. */
export const mainBranch = "main";

/** A name of a place in the tree of a session. */
export interface Ref {
  readonly name: string;
  /** A branch moves with each message that is appended to it; a tag stays. */
  readonly kind: "branch" | "tag";
  /** The message that it leads to; `null` for `main` in a session without messages. */
  readonly messageId: string | null;
  /** Grows with each change of the ref; 0 for `main` while nobody has set it: it is the newest message then. */
  readonly version: number;
  /** What a program wants to know of it; at most 64 KB as JSON. */
  readonly meta: JsonRecord;
  /** When it last moved. */
  readonly updatedAt: Date;
}

/** What a ref is to be. */
export interface RefChange {
  /** The message that it leads to, of this session. */
  readonly messageId: string;
  /** (default: what it is, `branch` for a new one). */
  readonly kind?: "branch" | "tag" | undefined;
  /** (default: what it has, nothing for a new one). */
  readonly meta?: JsonRecord | undefined;
  /**
   * Refuse with `REF_CHANGED` if the ref has another version by now (default: do not compare). 0: it must not exist.
   */
  readonly expectedVersion?: number | undefined;
}

/** The refs of a session, or some of them. */
export interface RefPage {
  /** `main` first, then in the order in which they were created. */
  readonly refs: readonly Ref[];
  /** For the next page; absent on the last one. */
  readonly nextCursor?: string | undefined;
}

/** The branches and tags of sessions. `main` is always there: until somebody sets it, it is the newest message. */
export interface Refs {
  /** List those of a session. */
  list(sessionId: string, options?: PageRequest): Promise<RefPage>;
  /** Read one. */
  get(sessionId: string, name: string): Promise<Ref>;
  /** Create one, or set it to another message. */
  set(sessionId: string, name: string, change: RefChange): Promise<Ref>;
  /** Delete one, if it has a version; its messages stay. `main` becomes the newest message again. */
  delete(sessionId: string, name: string, expectedVersion?: number): Promise<void>;
}

export function refsOf(db: Kysely<Tables>): Refs {
  return {
    list: (id, page = {}) => listRefs(db, id, page),
    get: (id, name) => getRef(db, id, name),
    set: (id, name, change) => putRef(db, id, name, change),
    delete: (id, name, version) => deleteRef(db, id, name, version),
  };
}

interface RefRow {
  readonly name: string;
  readonly kind: string;
  readonly message_id: string | null;
  readonly version: number;
  readonly meta: string;
  readonly number: number;
  readonly updated_at: Date;
}

/** A name of a ref, or an error: 1 to 200 letters, digits and `-_.+@/`, so that it is readable in an address and a log. */
export function toRefName(name: unknown): string {
  if (typeof name === "string" && /^(?!\.\.?$)[\p{L}\p{N}\-_.+@/]{1,200}$/u.test(name)) return name;
  throw new StoreError("INVALID_REF", "Unexpected name, expected 1 to 200 letters, digits and -_.+@/");
}

/** The default leaf of the session `s`: the end of `main` if somebody set it, else the newest message. */
export const defaultLeaf: RawBuilder<string | null> = sql<string | null>`
  coalesce(
    (select r.message_id from ccdag.refs r where r.session_id = s.id and r.name = ${sql.lit(mainBranch)}),
    (select n.id from ccdag.messages n where n.session_id = s.id order by n.seq desc limit 1))`;

/** A ref of a session; absent if there is none. */
export async function findRef(db: Kysely<Tables>, session: string, name: string): Promise<Ref | undefined> {
  if (name === mainBranch) return readMain(db, session);
  const { rows } = await sql<RefRow>`
    select * from ccdag.refs where session_id = ${session} and name = ${name}`.execute(db);
  return rows[0] && toRef(rows[0]);
}

async function readMain(db: Kysely<Tables>, session: string): Promise<Ref> {
  const { rows } = await sql<{ readonly leaf: string | null; readonly made_at: Date } & Partial<RefRow>>`
    select ${defaultLeaf} as leaf, s.created_at as made_at, r.* from ccdag.sessions s
      left join ccdag.refs r on r.session_id = s.id and r.name = ${mainBranch} and r.message_id is not null
    where s.id = ${session}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw noSession();
  const { leaf, version, meta = "{}", updated_at } = found;
  const isSet = typeof version === "number";
  return {
    name: mainBranch,
    kind: "branch",
    messageId: leaf,
    version: isSet ? version : 0,
    meta: isSet ? (JSON.parse(meta) as JsonRecord) : {},
    updatedAt: (isSet ? updated_at : undefined) ?? found.made_at,
  };
}

export async function getRef(db: Kysely<Tables>, sessionId: string, name: string): Promise<Ref> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const found = await findRef(db, session, toRefName(name));
  if (found !== undefined) return found;
  await getSession(db, session);
  throw noRef();
}

async function listRefs(db: Kysely<Tables>, sessionId: string, page: PageRequest): Promise<RefPage> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const size = readLimit(page.limit);
  const list = `refs ${session}`;
  const from = page.cursor === undefined ? undefined : readCursor(page.cursor, false, (name) => name === list);
  const main = from === undefined ? [await readMain(db, session)] : [];
  const left = size === undefined ? undefined : size - main.length;
  const { rows } = await sql<RefRow>`
    select * from ccdag.refs where session_id = ${session} and name <> ${mainBranch} and number > ${from?.at ?? 0}::bigint
    order by number limit ${left === undefined ? null : left + 1}`.execute(db);
  const shown = rows.slice(0, left);
  const refs = [...main, ...shown.map(toRef)];
  if (shown.length === rows.length) return { refs };
  const at = shown.at(-1)?.number ?? 0;
  return { refs, nextCursor: writeCursor({ list, timeDesc: false, at, id: session }) };
}

async function putRef(db: Kysely<Tables>, sessionId: string, name: string, change: RefChange): Promise<Ref> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const key = toRefName(name);
  const { kind = null, meta, expectedVersion = null } = change;
  if (kind !== null && kind !== "branch" && kind !== "tag")
    throw new StoreError("INVALID_BODY", "Unexpected kind, expected branch or tag");
  if (key === mainBranch && kind === "tag") throw new StoreError("INVALID_BODY", "main is a branch");
  const json = meta === undefined ? null : objectToJson(meta, "meta", maxMetaBytes);
  const given = toUuid(change.messageId, "INVALID_LEAF_ID");
  return inTransaction(db, async (transaction) => {
    await lockBranch(transaction, session, key);
    await getSession(transaction, session);
    const message = await existing(transaction, session, given);
    // A row without a message is a `main` that nobody has set.
    const { rows: made } = await sql<RefRow>`
      insert into ccdag.refs as r (session_id, name, kind, message_id, meta)
        values (${session}, ${key}, coalesce(${kind}, 'branch'), ${message}, coalesce(${json}, '{}'))
      on conflict (session_id, name) do update set message_id = excluded.message_id, version = r.version + 1,
        kind = coalesce(${kind}, r.kind), meta = coalesce(${json}, r.meta),
        updated_at = date_trunc('milliseconds', clock_timestamp())
        where ${expectedVersion}::bigint is null
          or ${expectedVersion}::bigint = case when r.message_id is null then 0 else r.version end
      returning *, xmax = 0 as is_new`.execute(transaction);
    const [row] = made;
    const isMade = (row as { readonly is_new?: boolean } | undefined)?.is_new === true;
    if (row === undefined || (isMade && expectedVersion !== null && expectedVersion !== 0)) throw changed();
    await addRefEvent(transaction, session, key, message);
    return toRef(row);
  });
}

async function deleteRef(db: Kysely<Tables>, sessionId: string, name: string, expectedVersion?: number): Promise<void> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const key = toRefName(name);
  await inTransaction(db, async (transaction) => {
    await lockBranch(transaction, session, key);
    // The versions of `main` continue.
    const remove =
      key === mainBranch
        ? sql`update ccdag.refs set message_id = null, version = version + 1`
        : sql`delete from ccdag.refs`;
    const { rows } = await sql`
      ${remove} where session_id = ${session} and name = ${key} and message_id is not null
        and (${expectedVersion ?? null}::bigint is null or version = ${expectedVersion ?? null}::bigint)
      returning 1`.execute(transaction);
    if (rows.length > 0) return addRefEvent(transaction, session, key, null);
    const found = await getRef(transaction, session, key);
    throw found.version === 0 ? noRef() : changed();
  });
}

/** Find out who reads events that a ref leads somewhere else. */
async function addRefEvent(db: Kysely<Tables>, session: string, name: string, message: string | null): Promise<void> {
  await sql`
    insert into ccdag.events (session_id, kind, message_id, ref)
      values (${session}, 'ref', ${message}, ${name})`.execute(db);
}

/** The id of a message of a session, which may be named otherwise. */
async function existing(db: Kysely<Tables>, session: string, id: string): Promise<string> {
  for (const one of [id, await aliasOf(db, session, id)]) {
    if (one === undefined) break;
    const { rows } = await sql`
      select from ccdag.messages where session_id = ${session} and id = ${one} for key share`.execute(db);
    if (rows.length > 0) return one;
  }
  throw new StoreError("LEAF_NOT_FOUND", "No such message in this session");
}

function toRef({ name, kind, message_id, version, meta, updated_at }: RefRow): Ref {
  const ref = { name, kind: kind as Ref["kind"], messageId: message_id, version, updatedAt: updated_at };
  return { ...ref, meta: JSON.parse(meta) as JsonRecord };
}

function noRef(): StoreError {
  return new StoreError("REF_NOT_FOUND", "No such branch or tag in this session");
}

function changed(): StoreError {
  return new StoreError("REF_CHANGED", "The branch or tag has another version by now");
}
