import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { Kysely, Migrator, PostgresDialect, sql } from "kysely";
import { StoreError } from "../store-error.ts";
import { flushEntries, openDurable } from "./durable-folder.ts";
import { unavailableIfAway } from "./is-away.ts";
import { lockFolder } from "./lock-folder.ts";
import { migration1 } from "./migration-1.ts";
import { migration2 } from "./migration-2.ts";
import { migration3 } from "./migration-3.ts";
import { migration4 } from "./migration-4.ts";
import { PgliteDialect } from "./pglite-dialect.ts";
import { serverPool } from "./server-pool.ts";
import type { Tables } from "./tables.ts";
import { withServerLock } from "./with-server-lock.ts";

/** A database that is open. */
export interface OpenDatabase {
  readonly db: Kysely<Tables>;
  /** End all connections, and give back the folder. */
  readonly close: () => Promise<void>;
}

/** The migrations, in their order. One that was released is never changed. */
const migrations = {
  "0001-messages": migration1,
  "0002-refs": migration2,
  "0003-events": migration3,
  "0004-users-and-tokens": migration4,
};

/** The file that marks a folder as a store. */
const markName = "ccdag-store.json";

/** The file that is there while the database is made, before anything is stored in it. */
const unfinishedName = "database.unfinished";

/**
 * Open a database, and bring its tables to the newest version.
 *
 * @param where a folder, which is created if it does not exist; an address such as `postgres://user@host/name`; or nothing for
 *   a database in memory.
 * @param isDurable whether what is stored in a folder is on the disk when a call returns (default: `true`).
 * @throws StoreError `STORE_IN_USE` for a folder that is open in another process, `NOT_A_STORE` for one with other files,
 *   `NEWER_STORE` for one that a newer version has opened.
 */
export async function openDatabase(where: string | undefined, isDurable = true): Promise<OpenDatabase> {
  const address = where !== undefined && isAddress(where) ? where : undefined;
  const open = address === undefined ? await openEmbedded(where, isDurable) : await openServer(address);
  try {
    await (address === undefined
      ? migrate(open.db)
      : withServerLock(address, "migrate", () => unavailableIfAway(() => migrate(open.db))));
  } catch (error) {
    await open.close();
    throw error;
  }
  return open;
}

/** Whether a place is a PostgreSQL server, and not a folder. */
export function isAddress(where: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(where);
}

/** Whether a folder is that of a store. */
export async function isStoreFolder(folder: string): Promise<boolean> {
  return (await readdir(folder).catch((): string[] => [])).includes(markName);
}

async function openServer(address: string): Promise<OpenDatabase> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: await serverPool(address) }) });
  return { db, close: () => db.destroy() };
}

async function openEmbedded(folder: string | undefined, isDurable: boolean): Promise<OpenDatabase> {
  // 10 MB of WebAssembly: loaded only if there is no server.
  const { PGlite } = await import("@electric-sql/pglite");
  if (folder === undefined) {
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(await PGlite.create()) });
    return { db, close: () => db.destroy() };
  }
  if (/^[a-z][\w+.-]+:\/\//i.test(folder))
    throw new StoreError("NOT_A_STORE", "Unexpected address of a store, expected postgres://…");
  const path = resolve(folder);
  await mkdir(path, { recursive: true, mode: 0o700 });
  if ((await readdir(path)).some((name) => !name.startsWith("lock.json")) && !(await isStoreFolder(path)))
    throw new StoreError("NOT_A_STORE", `${folder} holds other files, expected the folder of a store or an empty one`);
  const unlock = await lockFolder(path);
  try {
    await writeFile(join(path, markName), `${JSON.stringify({ version: 1 })}\n`);
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(await openPglite(path, isDurable), { isDurable }) });
    if (isDurable) for (const one of [path, dirname(path)]) flushEntries(one);
    return {
      db,
      close: async () => {
        await db.destroy();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Open the database of a folder. What a killed process began to make would not open: it is made again. */
async function openPglite(folder: string, isDurable: boolean): Promise<PGlite> {
  const { PGlite } = await import("@electric-sql/pglite");
  const open = isDurable ? openDurable : (place: string) => PGlite.create(place);
  const [database, unfinished] = [join(folder, "database"), join(folder, unfinishedName)];
  if (existsSync(database) && !existsSync(unfinished)) return open(database);
  await writeFile(unfinished, "");
  await rm(database, { recursive: true, force: true });
  const made = await open(database);
  await rm(unfinished);
  return made;
}

async function migrate(db: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db, provider, migrationTableSchema: "ccdag" });
  await refuseNewer(db);
  // All in one transaction: one that is interrupted leaves what was there, and is made again.
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Refuse a store that a newer version has changed: this one would read and write it wrongly. */
async function refuseNewer(db: Kysely<Tables>): Promise<void> {
  const { rows: tables } = await sql<{ readonly is: boolean }>`
    select to_regclass('ccdag.kysely_migration') is not null as is`.execute(db);
  if (!tables[0]!.is) return;
  const { rows } = await sql<{ readonly name: string }>`select name from ccdag.kysely_migration`.execute(db);
  if (rows.some(({ name }) => !Object.hasOwn(migrations, name)))
    throw new StoreError("NEWER_STORE", "The store was opened by a newer version of ccdag: update this program");
}
