import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Store } from "@ccdag/store";
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
}

/**
 * Write the transcripts of a store into a folder, so that everything that reads transcripts can read them. Files that did
 * not change since are not written again, and files that the store no longer has are removed.
 *
 * @param store an open store.
 * @param folder a folder that nothing else writes to; it is created if it does not exist.
 * @param projectId which project (default: the default one).
 */
export async function checkOut(store: Store, folder: string, projectId?: string): Promise<CheckedOut> {
  const list = join(folder, listName);
  const root = join(folder, "projects");
  await mkdir(root, { recursive: true, mode: 0o700 });
  const before = await readList(list);
  const now = new Map<string, string>();
  let written = 0;
  for (const { path, state, read } of await storedFiles(store, projectId)) {
    now.set(path, state);
    if (before.get(path) === state) continue;
    await writeWhole(join(root, path), await read());
    written++;
  }
  for (const path of before.keys()) if (!now.has(path)) await rm(join(root, path), { force: true });
  await writeWhole(list, Buffer.from(JSON.stringify([...now])));
  return { folder: root, files: now.size, written };
}

async function readList(path: string): Promise<Map<string, string>> {
  try {
    return new Map(JSON.parse(await readFile(path, "utf8")) as [string, string][]);
  } catch {
    // The first time; or it is damaged, and everything is written again.
    return new Map();
  }
}

/** Write a file so that it is whole, or not there. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.draft`;
  await writeFile(draft, bytes, { mode: 0o600 });
  await rename(draft, path);
}
