import { type Kysely, sql } from "kysely";
import { defaultProject } from "../sessions.ts";
import type { Tables } from "../sql/tables.ts";
import { toUuid } from "../uuid.ts";
import { keepFile, type KeptFile, pathsOf, readFile, sessionsWith } from "./sources.ts";
import type { Import, ImportResult, SourceFile } from "./types.ts";
import { writeSession } from "./write-session.ts";

/** How often an import begins again if another one has what it waits for. */
const maxAttempts = 10;

/** Import files that belong together, in one transaction: all of it is there, or nothing. */
export async function importFiles(db: Kysely<Tables>, given: Import): Promise<ImportResult> {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute((transaction) => importOnce(transaction, given));
    } catch (error) {
      if (attempt === maxAttempts || !isDeadlock(error)) throw error;
    }
}

async function importOnce(db: Kysely<Tables>, given: Import): Promise<ImportResult> {
  const { files, ids, variantOf, derive } = given;
  const project = toUuid(given.projectId ?? defaultProject, "INVALID_BODY");
  const kept: KeptFile[] = [];
  for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    // Two imports of one file wait for each other here.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ccdag ${project} ${file.path}`}, 0))`.execute(db);
    kept.push(await keepFile(db, project, file, variantOf));
  }
  const own = kept.map(({ path }) => path);
  const related = await sessionsWith(db, project, ids, own);
  // What was made of the same bytes is there already.
  if (given.isAgain !== true && !kept.some(({ isNew }) => isNew))
    return { sessions: related, inserted: 0, updated: 0, unchanged: await countImported(db, related) };
  const paths = new Set([...own, ...(await pathsOf(db, related))]);
  const all: SourceFile[] = [];
  for (const path of [...paths].sort()) all.push({ path, bytes: await readFile(db, project, path) });
  const sessions = derive(all);
  const result = { sessions: [] as string[], inserted: 0, updated: 0, unchanged: 0 };
  for (const session of sessions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const written = await writeSession(db, project, session);
    await linkFiles(db, project, written.id, paths);
    result.sessions.push(written.id);
    result.inserted += written.inserted;
    result.updated += written.updated;
    result.unchanged += written.unchanged;
  }
  await removeJoined(db, related, new Set(result.sessions));
  return result;
}

async function linkFiles(
  db: Kysely<Tables>,
  project: string,
  session: string,
  paths: ReadonlySet<string>,
): Promise<void> {
  await sql`
    insert into ccdag.session_sources
      select ${session}::uuid, ${project}::uuid, unnest(${[...paths]}::text[]) on conflict do nothing`.execute(db);
}

async function countImported(db: Kysely<Tables>, sessions: readonly string[]): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from ccdag.messages
    where is_imported and session_id = any(${[...sessions]}::uuid[])`.execute(db);
  return rows[0]!.count;
}

/**
 * Remove sessions that are part of another one by now, because a file says so that was not there before. One that a program
 * continued stays: its messages are nowhere else.
 */
async function removeJoined(db: Kysely<Tables>, related: readonly string[], made: ReadonlySet<string>): Promise<void> {
  const joined = related.filter((id) => !made.has(id));
  if (joined.length === 0) return;
  await sql`
    delete from ccdag.sessions s where s.id = any(${joined}::uuid[])
      and not exists (select from ccdag.messages m where m.session_id = s.id and not m.is_imported)`.execute(db);
}

function isDeadlock(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  // 23505: both made the same session.
  return code === "40P01" || code === "40001" || code === "23505";
}
