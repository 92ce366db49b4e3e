import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { StoreError } from "../store-error.ts";
import { maxPartsBytes } from "../append.ts";
import { maxMetaBytes } from "../sessions.ts";
import { lockSessionWhole } from "../sql/locks.ts";
import { firstNumber } from "../sql/migration-2.ts";
import type { Tables } from "../sql/tables.ts";
import { toJson } from "../to-json.ts";
import { uuidOf } from "../uuid.ts";
import { type TreePlace, ancestryOf } from "./ancestry.ts";
import { type FullRow, insertRows, updateRows } from "./insert-rows.ts";
import type { ImportedSession } from "./types.ts";

/** How many messages were stored, were changed, and are as they were. */
export interface SessionWritten {
  /** The id of the session. */
  readonly id: string;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** A message that is in the session already; the mark stands for its content. */
interface Known {
  readonly id: string;
  readonly parent_id: string | null;
  readonly jump_id: string;
  readonly seq: number;
  readonly depth: number;
  readonly mark: string;
  readonly created_at: Date;
  readonly is_imported: boolean;
  /** Whether a branch or a tag leads to it. */
  readonly is_named: boolean;
}

/** A message as it is to be, without its content if that stays. */
interface Wanted {
  readonly id: string;
  readonly parentId: string | null;
  readonly row?: Pick<FullRow, "role" | "parts" | "meta" | "created_at"> & { readonly mark: string };
}

/**
 * Make the messages of a session what its transcripts say. Those of programs stay, and what they follow stays with them.
 *
 * @throws StoreError `ID_CONFLICT` if a program stored a message with the id of one of these.
 */
export async function writeSession(
  db: Kysely<Tables>,
  project: string,
  given: ImportedSession,
): Promise<SessionWritten> {
  const session = { ...given, id: await lockSession(db, project, given) };
  const known = await readKnown(db, session.id);
  const wanted = planOf(session, known);
  const seqs = numbersOf(wanted, known);
  const ancestry = ancestryOf(wanted);
  const rows = wanted.map((one) => toRow(session.id, one, ancestry.get(one.id)!, seqs.get(one.id)!));
  const isNew = (row: FullRow) => !known.has(row.id);
  const isChanged = (row: FullRow, at: number) => {
    const before = known.get(row.id);
    return before !== undefined && !isSame(before, row, wanted[at]!.row?.mark);
  };
  const changed = rows.filter(isChanged);
  const inserted = rows.filter(isNew);
  await insertRows(db, inserted);
  await updateRows(db, changed);
  const staying = new Set(wanted.map(({ id }) => id));
  const stale = [...known.keys()].filter((id) => !staying.has(id));
  if (stale.length > 0)
    await sql`delete from ccdag.messages where session_id = ${session.id} and id = any(${stale}::uuid[])`.execute(db);
  await writeSummary(db, session);
  const count = session.messages.length;
  const updated = changed.filter(({ id }) => known.get(id)!.is_imported).length;
  return { id: session.id, inserted: inserted.length, updated, unchanged: count - inserted.length - updated };
}

/** Lock the session, made if it does not exist. If a session of another project has its id, it gets another one. */
async function lockSession(db: Kysely<Tables>, project: string, { id, messages }: ImportedSession): Promise<string> {
  const created = messages[0]?.createdAt ?? new Date();
  for (const one of [id, uuidOf(project, id)]) {
    await lockSessionWhole(db, one);
    await db
      .insertInto("ccdag.sessions")
      .values({ id: one, project_id: project, configs: "{}", disable_task_tracking: true, created_at: created })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    const found = await db
      .selectFrom("ccdag.sessions")
      .select("project_id")
      .where("id", "=", one)
      .forUpdate()
      .execute();
    if (found[0]?.project_id === project) return one;
  }
  throw new StoreError("ID_CONFLICT", `Session ${id} belongs to another project`);
}

async function readKnown(db: Kysely<Tables>, session: string): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select id, parent_id, jump_id, seq, depth, md5(role || parts || meta) as mark, created_at, is_imported,
      exists (select from ccdag.refs r where r.session_id = m.session_id and r.message_id = m.id) as is_named
    from ccdag.messages m where session_id = ${session}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The messages of the session, each after its parent: those of the transcripts, and those of programs and branches with what they follow. */
function planOf({ id: session, messages }: ImportedSession, known: ReadonlyMap<string, Known>): Wanted[] {
  const wanted = messages.map(({ id, parentId, role, parts, meta, createdAt }): Wanted => {
    if (known.get(id)?.is_imported === false)
      throw new StoreError("ID_CONFLICT", `Message ${id} of session ${session} was stored by a program`);
    const texts = { parts: toJson(parts, "parts", maxPartsBytes), meta: toJson(meta, "meta", maxMetaBytes) };
    const mark = createHash("md5").update(role).update(texts.parts).update(texts.meta).digest("hex");
    return { id, parentId, row: { role, ...texts, created_at: createdAt, mark } };
  });
  const taken = new Set(wanted.map(({ id }) => id));
  const others: Known[] = [];
  for (const one of known.values())
    for (
      let at = one.is_imported && !one.is_named ? undefined : one;
      at && !taken.has(at.id);
      at = known.get(at.parent_id ?? "")
    ) {
      taken.add(at.id);
      others.push(at);
    }
  others.sort((a, b) => a.depth - b.depth);
  return [...wanted, ...others.map(({ id, parent_id }) => ({ id, parentId: parent_id }))];
}

/** The number of each message. The last one of a program, else the last one of the transcripts, has the greatest. */
function numbersOf(wanted: readonly Wanted[], known: ReadonlyMap<string, Known>): Map<string, number> {
  const seqs = new Map<string, number>();
  let next = 1;
  for (const { seq } of known.values()) if (seq < firstNumber) next = Math.max(next, seq + 1);
  for (const { id } of wanted) seqs.set(id, known.get(id)?.seq ?? next++);
  const last = lastOf(wanted, known);
  // One of a program has a number of the sequence, unless an older version stored it.
  if (last !== undefined && seqs.get(last)! < firstNumber && seqs.get(last) !== next - 1) seqs.set(last, next);
  return seqs;
}

function lastOf(wanted: readonly Wanted[], known: ReadonlyMap<string, Known>): string | undefined {
  let last: Known | undefined;
  for (const one of known.values()) if (!one.is_imported && one.seq > (last?.seq ?? 0)) last = one;
  return last?.id ?? wanted.findLast(({ row }) => row !== undefined)?.id;
}

function toRow(session: string, { id, parentId, row }: Wanted, ancestry: TreePlace, seq: number): FullRow {
  const place = { parent_id: parentId, jump_id: ancestry.jumpId, jump_depth: ancestry.jumpDepth };
  const { mark: _, ...content } = row ?? { mark: "", role: null, parts: null, meta: null, created_at: null };
  return { session_id: session, id, ...place, seq, depth: ancestry.depth, ...content };
}

function isSame(before: Known, row: FullRow, mark: string | undefined): boolean {
  const isPlace = before.parent_id === row.parent_id && before.depth === row.depth && before.jump_id === row.jump_id;
  if (!isPlace || before.seq !== row.seq) return false;
  return mark === undefined || (before.mark === mark && before.created_at.getTime() === row.created_at?.getTime());
}

/** Bring the leaves, the other ids and the row of the session up to date. */
async function writeSummary(db: Kysely<Tables>, session: ImportedSession): Promise<void> {
  const { id, aliases } = session;
  await sql`delete from ccdag.leaves where session_id = ${id}`.execute(db);
  await sql`
    insert into ccdag.leaves select m.session_id, m.id, m.seq, m.depth, m.created_at from ccdag.messages m
      where m.session_id = ${id} and not exists (
        select from ccdag.messages c where c.session_id = m.session_id and c.parent_id = m.id)`.execute(db);
  await sql`delete from ccdag.aliases where session_id = ${id}`.execute(db);
  await sql`
    insert into ccdag.aliases select ${id}::uuid, unnest(${[...aliases.keys()]}::uuid[]),
      unnest(${[...aliases.values()]}::uuid[])`.execute(db);
  await sql`
    update ccdag.sessions set updated_at = coalesce(
      (select max(created_at) from ccdag.messages where session_id = ${id}), updated_at) where id = ${id}`.execute(db);
}
