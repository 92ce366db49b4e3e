import {
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A database as it was at one moment, in a folder of its own. */
export interface Snapshot {
  /** Where to open it. */
  readonly path: string;
  /** Whether the client has not written into the database itself since: what was read is then of that moment. */
  isCurrent(): boolean;
  remove(): void;
}

/**
 * Take a snapshot of a database that a program may be writing, without a lock and without writing into its folder. Its log
 * (`-wal`) is copied, because the client begins it anew; the database, which may be large, is only linked to. The client
 * moves pages from the log to the database now and then: whoever has read asks {@link Snapshot.isCurrent} afterwards.
 *
 * @param database the path of the database.
 * @throws an error if it is no database, or a transaction is half written.
 */
export async function takeSnapshot(database: string): Promise<Snapshot> {
  await settle(database);
  if (!headOf(database, 16).toString("latin1").startsWith("SQLite format 3"))
    throw new Error("Unexpected content, expected a SQLite database");
  await withoutJournal(`${database}-journal`);
  const folder = mkdtempSync(join(tmpdir(), "ccdag-sqlite-"));
  const path = join(folder, "snapshot.db");
  try {
    const state = stateOf(database);
    const log = copyLog(`${database}-wal`, `${path}-wal`);
    linkTo(database, path);
    return {
      path,
      isCurrent: () => stateOf(database) === state && isSameLog(log, headOf(`${database}-wal`, logHead)),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Bytes of the header of a log. It has a number that changes when the log is begun anew. */
const logHead = 32;

/** Copy the log. @returns its header; empty if there is no log. */
function copyLog(from: string, to: string): Buffer {
  if (sizeOf(from) === 0) return Buffer.alloc(0);
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  return headOf(to, logHead);
}

/** A log that is new, or gone, held nothing that was not in the database. */
function isSameLog(copied: Buffer, now: Buffer): boolean {
  return copied.length === 0 || now.length === 0 || copied.equals(now);
}

/** A second name for the database; a copy where a person may not make links. */
function linkTo(database: string, path: string): void {
  try {
    symlinkSync(database, path);
  } catch {
    copyFileSync(database, path, constants.COPYFILE_FICLONE);
  }
}

/** Clocks of file systems tick: two writes within a tick look alike. */
const tickMs = 20;

async function settle(database: string): Promise<void> {
  for (let tries = 0; tries < 10 && Math.abs(Date.now() - statSync(database).mtimeMs) < tickMs; tries++)
    await wait(tickMs);
}

/** While there is a journal, a client without a log is writing, or has been killed while it wrote. */
async function withoutJournal(journal: string): Promise<void> {
  for (let tries = 0; sizeOf(journal) > 0; tries++) {
    if (tries === 20) throw new Error("The database is half written: start its program once, so that it is mended");
    await wait(tickMs);
  }
}

function stateOf(path: string): string {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  return [size, mtimeNs, ino].join(" ");
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The first bytes of a file; empty if there is none. */
function headOf(path: string, length: number): Buffer {
  if (sizeOf(path) === 0) return Buffer.alloc(0);
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}
