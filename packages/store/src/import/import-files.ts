import { type Kysely, sql } from "kysely";
import { StoreError } from "../store-error.ts";
import { inTransaction } from "../sql/in-transaction.ts";
import { untilAnswered } from "../sql/is-away.ts";
import type { Tables } from "../sql/tables.ts";
import { findFiles, keepFile, markDerived, pathsOf, readFile, sessionsWith, variantsOf } from "./sources.ts";
import type { Derivation, ImportResult, NewFiles, SourceFile } from "./types.ts";
import { writeSession } from "./write-session.ts";
import { isSafePath } from "./safe-path.ts";

/** How often a transaction begins again if another one has what it waits for. */
const maxAttempts = 10;

/** How long an import waits for a database that is away, in milliseconds: a restart or a failover takes less. */
const awayMs = 60_000;

/** Keep files, and make sessions of them, in one transaction: all of it is there, or nothing. */
export async function importFiles(
  db: Kysely<Tables>,
  project: string,
  given: NewFiles,
  derivation: Derivation,
): Promise<ImportResult> {
  return untilDone(db, async (transaction) =>
    makeSessions(transaction, project, await keepAll(transaction, project, given), derivation),
  );
}

/** Only keep files, in one transaction. */
export async function keepFiles(db: Kysely<Tables>, project: string, given: NewFiles): Promise<string[]> {
  return untilDone(db, (transaction) => keepAll(transaction, project, given));
}

/** Only make sessions of files that are kept, in one transaction. */
export async function deriveFiles(
  db: Kysely<Tables>,
  project: string,
  paths: readonly string[],
  derivation: Derivation,
): Promise<ImportResult> {
  return untilDone(db, (transaction) => makeSessions(transaction, project, paths, derivation));
}

async function untilDone<T>(db: Kysely<Tables>, run: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      // An import that is made twice has the effect of one: whatever a broken connection left, it is made again.
      return await untilAnswered(() => inTransaction(db, run), awayMs);
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
}

async function keepAll(
  db: Kysely<Tables>,
  project: string,
  { files, variantOf }: Pick<NewFiles, "files" | "variantOf">,
): Promise<string[]> {
  await lockPaths(
    db,
    project,
    files.map(({ path }) => toSafePath(path)),
  );
  const paths = new Set<string>();
  for (const file of files) {
    paths.add(await keepFile(db, project, file, variantOf));
    // What was kept under its name before belongs to the same session.
    for (const path of await variantsOf(db, project, file.path, variantOf)) paths.add(path);
  }
  return [...paths].sort();
}

/** Two transactions with one file wait for each other here, always in the same order. */
async function lockPaths(db: Kysely<Tables>, project: string, paths: readonly string[]): Promise<void> {
  for (const path of [...paths].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ccdag ${project} ${path}`}, 0))`.execute(db);
}

async function makeSessions(
  db: Kysely<Tables>,
  project: string,
  own: readonly string[],
  { idsIn, derive, isAgain = false }: Derivation,
): Promise<ImportResult> {
  await lockPaths(db, project, own);
  const kept = await findFiles(db, project, own);
  // What was made of the same bytes is there already.
  if (!isAgain && kept.every(({ isDerived }) => isDerived)) {
    const made = await sessionsWith(db, project, new Set(), own);
    return { sessions: made, inserted: 0, updated: 0, unchanged: await countImported(db, made) };
  }
  const bytes = await readAll(db, project, own);
  const related = await sessionsWith(db, project, idsIn(bytes), own);
  const others = (await pathsOf(db, related)).filter((path) => !own.includes(path));
  const all = [...kept, ...(await findFiles(db, project, others))];
  const sessions = await derive([...bytes, ...(await readAll(db, project, others))].sort(byPath));
  const result = { sessions: [] as string[], inserted: 0, updated: 0, unchanged: 0 };
  for (const session of sessions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const written = await writeSession(db, project, session);
    await linkFiles(db, project, written.id, [...own, ...others]);
    result.sessions.push(written.id);
    result.inserted += written.inserted;
    result.updated += written.updated;
    result.unchanged += written.unchanged;
  }
  await removeJoined(db, related, new Set(result.sessions));
  await markDerived(db, project, all);
  return result;
}

async function readAll(db: Kysely<Tables>, project: string, paths: readonly string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of paths) files.push({ path, bytes: await readFile(db, project, path) });
  return files;
}

function byPath(a: SourceFile, b: SourceFile): number {
  return a.path < b.path ? -1 : 1;
}

/** Paths become paths of files again when a store is exported: they must stay in their folder. */
function toSafePath(path: string): string {
  if (isSafePath(path)) return path;
  throw new StoreError(
    "INVALID_BODY",
    "Unexpected path of a file, expected one that is relative and stays in its folder",
  );
}

async function linkFiles(
  db: Kysely<Tables>,
  project: string,
  session: string,
  paths: readonly string[],
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

function isConflict(error: unknown): boolean {
  // Both made the same session.
  return (error as { readonly code?: unknown } | undefined)?.code === "23505";
}
