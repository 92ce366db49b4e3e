import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../sql/tables.ts";
import { toBase64 } from "../sql/to-base64.ts";
import type { NewFiles, SourceFile, StoredSource } from "./types.ts";

/** The size of a piece. */
const pieceBytes = 1 << 20;

/**
 * Keep a file. If it continues one that is kept, that one grows; if it is the beginning of one, nothing is done; if its bytes
 * differ from those of every file of its name, it is kept beside them.
 *
 * @returns the path under which its bytes are kept.
 */
export async function keepFile(
  db: Kysely<Tables>,
  project: string,
  { path, bytes, state = "" }: SourceFile,
  variantOf: NewFiles["variantOf"],
): Promise<string> {
  const hash = hashOf(bytes);
  let place = path;
  for (let number = 2; ; number++) {
    const known = await findFile(db, project, place);
    if (known === undefined) {
      await writePieces(db, project, { path: place, bytes, state }, hash, 0);
      return place;
    }
    if (known.bytes <= bytes.length && hashOf(bytes.subarray(0, known.bytes)) === known.hash) {
      if (known.bytes < bytes.length || known.state !== state)
        await writePieces(db, project, { path: place, bytes, state }, hash, known.bytes);
      return place;
    }
    // It was longer before: an older copy of it.
    if (known.bytes > bytes.length && hashOf((await readFile(db, project, place)).subarray(0, bytes.length)) === hash)
      return place;
    place = variantOf(path, number);
  }
}

/** The paths of the files that are kept under a name: that of a path, and its variants. */
export async function variantsOf(
  db: Kysely<Tables>,
  project: string,
  path: string,
  variantOf: NewFiles["variantOf"],
): Promise<string[]> {
  const found: string[] = [];
  for (let number = 1; ; number++) {
    const variant = await findFile(db, project, variantOf(path, number));
    if (variant === undefined) return found;
    found.push(variant.path);
  }
}

async function writePieces(
  db: Kysely<Tables>,
  project: string,
  { path, bytes, state = "" }: SourceFile,
  hash: string,
  from: number,
): Promise<void> {
  const now = { hash, bytes: bytes.length, state };
  await db
    .insertInto("ccdag.sources")
    .values({ project_id: project, path, derived: null, ...now })
    .onConflict((conflict) => conflict.columns(["project_id", "path"]).doUpdateSet(now))
    .execute();
  const first = Math.floor(from / pieceBytes);
  for (let number = first; number * pieceBytes < bytes.length; number++) {
    const content = bytes.subarray(number * pieceBytes, (number + 1) * pieceBytes);
    if (number * pieceBytes + content.length <= from) continue;
    await sql`
      insert into ccdag.source_pieces values (${project}, ${path}, ${number}, decode(${toBase64(content)}, 'base64'))
        on conflict (project_id, path, number) do update set content = excluded.content`.execute(db);
  }
}

async function findFile(db: Kysely<Tables>, project: string, path: string): Promise<StoredSource | undefined> {
  return (await findFiles(db, project, [path]))[0];
}

/** The files of a project, sorted by path: all, or those with these paths. */
export async function findFiles(
  db: Kysely<Tables>,
  project: string,
  paths?: readonly string[],
): Promise<StoredSource[]> {
  const { rows } = await sql<StoredSource>`
    select path, hash, bytes, state, derived is not distinct from hash as "isDerived" from ccdag.sources
    where project_id = ${project} ${paths === undefined ? sql`` : sql`and path = any(${[...paths]}::text[])`}`.execute(
    db,
  );
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Remember that sessions were made of files as they were when they were read. */
export async function markDerived(db: Kysely<Tables>, project: string, files: readonly StoredSource[]): Promise<void> {
  await sql`
    update ccdag.sources s set derived = f.hash
    from unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ hash }) => hash)}::text[]) as f (path, hash)
    where s.project_id = ${project} and s.path = f.path and s.hash = f.hash`.execute(db);
}

/** The bytes of a file; none if it is not kept. */
export async function readFile(db: Kysely<Tables>, project: string, path: string): Promise<Uint8Array> {
  const { rows } = await sql<{ readonly content: string }>`
    select encode(content, 'base64') as content from ccdag.source_pieces
    where project_id = ${project} and path = ${path} order by number`.execute(db);
  return Buffer.concat(rows.map(({ content }) => Buffer.from(content, "base64")));
}

/** The sessions that hold a message with one of these ids, or were made of one of these files. */
export async function sessionsWith(
  db: Kysely<Tables>,
  project: string,
  ids: ReadonlySet<string>,
  paths: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ readonly session_id: string }>`
    select m.session_id from ccdag.messages m join ccdag.sessions s on s.id = m.session_id
      where m.is_imported and m.id = any(${[...ids]}::uuid[]) and s.project_id = ${project}
    union select f.session_id from ccdag.session_sources f
      where f.project_id = ${project} and f.path = any(${[...paths]}::text[])
    order by 1`.execute(db);
  return rows.map(({ session_id }) => session_id);
}

/** The paths of the files that sessions were made of. */
export async function pathsOf(db: Kysely<Tables>, sessions: readonly string[]): Promise<string[]> {
  if (sessions.length === 0) return [];
  const rows = await db
    .selectFrom("ccdag.session_sources")
    .select("path")
    .distinct()
    .where("session_id", "in", sessions)
    .execute();
  return rows.map(({ path }) => path);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
