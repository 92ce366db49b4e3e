import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

/**
 * The cache folder for what is remembered of a folder; nothing is ever written on or below what is read.
 *
 * @param cache the cache folder of the user; absent if nothing is to be remembered.
 * @param folder the folder that is read.
 * @returns both as absolute paths, that of the folder without links; absent if nothing can be remembered.
 */
export async function cacheFor(
  cache: string | undefined,
  folder: string,
): Promise<{ cache: string; folder: string } | undefined> {
  if (cache === undefined) return undefined;
  const real = await realpath(folder).catch(() => resolve(folder));
  const below = relative(real, resolve(cache));
  const isBelow = below === "" || !(below.startsWith("..") || isAbsolute(below));
  return isBelow ? undefined : { cache: resolve(cache), folder: real };
}

/** The folder in which the desktop app of the client keeps its sessions, each with its own folder of projects. */
export const desktopFolder = "local-agent-mode-sessions";

/**
 * The folders that the name of a file in the cache depends on. A session of the desktop app adds a folder: what is known of all
 * others stays known.
 *
 * @param folders those that are read as one.
 */
export function lastingFolders(folders: readonly string[]): string[] {
  return folders.filter((folder, index) => index === 0 || !folder.split(/[\\/]/).includes(desktopFolder));
}

/**
 * The name of a file in the cache folder.
 *
 * @param kind what it holds.
 * @param key what it depends on.
 */
export function cacheName(kind: "catalogue" | "copies" | "results", key: unknown): string {
  return `${kind}-${sha256(JSON.stringify(key)).slice(0, 32)}`;
}

/**
 * Write a file of the cache folder, readable by its user alone. Another run may do the same: the last one wins, and each is
 * whole. A cache that cannot be written is no fault. What killed runs left, and what has not been written for a season, is
 * removed: its folder may be gone, and options such as a date make other results each time.
 *
 * @param path the file, with a name of {@link cacheName}.
 * @param content its new content.
 */
export async function writeCache(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  const draft = `${path}.${process.pid}.draft`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, content, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, path);
    await removeOld(folder);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}

const hour = 3_600_000;
const season = 90 * 24 * hour;

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [isOurs, draft] = /^(?:catalogue|copies|results)-[\da-f]{32}(\.\d+\.draft)?$/.exec(name) ?? [];
    if (isOurs === undefined) continue;
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < Date.now() - (draft ? hour : season)) await rm(path, { force: true });
  }
}

/** A hash, in hexadecimal digits. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
