import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { FileError } from "@ccdag/files/errors";
import { removeBelow, Writer } from "@ccdag/keep/write";
import { isSafePath, type Store } from "@ccdag/store";
import { storedFiles } from "./stored-files.ts";

/** What was written before: the state of each file. */
const listName = ".ccdag-checkout.json";

/** What came of a checkout. */
export interface CheckedOut {
  /** The folder of projects, as that of the client. */
  readonly folder: string;
  /** How many files there are, and how many of them were written. */
  readonly files: number;
  readonly written: number;
  /** Paths in the store that are no files here: they leave the folder, or cannot be written. */
  readonly refused: readonly string[];
}

/**
 * Write the transcripts of a store into a folder, so that everything that reads transcripts can read them. Files that did
 * not change since are not written again, and files that the store no longer has are removed. The rows of a database are not
 * trusted: no path leaves the folder, and nothing is written or removed through a link.
 *
 * @param store an open store.
 * @param folder a folder that nothing else writes to; it is created if it does not exist.
 * @param projectId which project (default: the default one).
 */
export async function checkOut(store: Store, folder: string, projectId?: string): Promise<CheckedOut> {
  const list = join(folder, listName);
  const root = join(folder, "projects");
  await mkdir(root, { recursive: true, mode: 0o700 });
  const writer = new Writer([]);
  const before = await readList(list);
  const now = new Map<string, string>();
  const refused: string[] = [];
  let written = 0;
  for (const { path, state, read } of await storedFiles(store, projectId)) {
    if (before.get(path) === state) now.set(path, state);
    else if (isSafePath(path) && (await isWritten(writer, root, path, await read()))) {
      now.set(path, state);
      written++;
    } else refused.push(path);
  }
  for (const path of before.keys()) if (!now.has(path)) await removeBelow(root, path);
  await writer.writeBelow(folder, listName, JSON.stringify([...now]));
  return { folder: root, files: now.size, written, refused };
}

function isRow(row: unknown): row is [path: string, state: string] {
  return Array.isArray(row) && typeof row[0] === "string" && typeof row[1] === "string" && isSafePath(row[0]);
}

async function isWritten(writer: Writer, root: string, path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writer.writeBelow(root, path, bytes);
    return true;
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}

/** The list of the last time, as far as its paths stay in the folder. */
async function readList(path: string): Promise<Map<string, string>> {
  try {
    const rows = JSON.parse(await readFile(path, "utf8")) as unknown[];
    return new Map(rows.filter(isRow));
  } catch {
    // The first time; or it is damaged, and everything is written again.
    return new Map();
  }
}
