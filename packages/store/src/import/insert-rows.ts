import { type Kysely, sql } from "kysely";
import type { Tables } from "../sql/tables.ts";

/** A row of the table of messages; where the content is `null`, the stored one stays. */
export interface FullRow {
  readonly session_id: string;
  readonly id: string;
  readonly parent_id: string | null;
  readonly jump_id: string;
  readonly jump_depth: number;
  readonly seq: number;
  readonly depth: number;
  readonly role: string | null;
  readonly parts: string | null;
  readonly meta: string | null;
  readonly created_at: Date | null;
}

/** How many rows are in one statement. */
const batchRows = 500;

/** Insert rows of imported messages, each after its parent. */
export async function insertRows(db: Kysely<Tables>, rows: readonly FullRow[]): Promise<void> {
  for (const batch of batchesOf(rows))
    await sql`
      insert into ccdag.messages
        select r.session_id, r.id, r.parent_id, r.jump_id, r.jump_depth, r.seq, r.depth, r.role, r.parts, r.meta,
          r.created_at, r.created_at, true
        from ${asTable(batch)}`.execute(db);
}

/** Change rows: where they stand, and their content unless it stays. */
export async function updateRows(db: Kysely<Tables>, rows: readonly FullRow[]): Promise<void> {
  for (const batch of batchesOf(rows))
    await sql`
      update ccdag.messages m set parent_id = r.parent_id, jump_id = r.jump_id, jump_depth = r.jump_depth, seq = r.seq,
        depth = r.depth, role = coalesce(r.role, m.role), parts = coalesce(r.parts, m.parts),
        meta = coalesce(r.meta, m.meta), created_at = coalesce(r.created_at, m.created_at)
      from ${asTable(batch)} where m.session_id = r.session_id and m.id = r.id`.execute(db);
}

function asTable(rows: readonly FullRow[]) {
  const column = <K extends keyof FullRow>(name: K) => rows.map((row) => row[name]);
  return sql`unnest(
    ${column("session_id")}::uuid[], ${column("id")}::uuid[], ${column("parent_id")}::uuid[], ${column("jump_id")}::uuid[],
    ${column("jump_depth")}::integer[], ${column("seq")}::bigint[], ${column("depth")}::integer[],
    ${column("role")}::text[], ${column("parts")}::text[], ${column("meta")}::text[],
    ${column("created_at")}::timestamptz[]
  ) as r (session_id, id, parent_id, jump_id, jump_depth, seq, depth, role, parts, meta, created_at)`;
}

function* batchesOf(rows: readonly FullRow[]): Generator<readonly FullRow[]> {
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows);
}
