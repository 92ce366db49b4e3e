import { closeSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { namesOfSessions } from "./names-of-sessions.ts";

/**
 * Find the transcript of a project in which something was said last. Empty files and agent files are ignored.
 *
 * @param folder the folder of a project.
 * @param others folders that are read as one with it (default: none).
 * @returns its path; `undefined` if there is none.
 */
export async function newestSession(folder: string, others: readonly string[] = []): Promise<string | undefined> {
  const paths: string[] = [];
  for (const one of [folder, ...others]) for (const name of await namesOfSessions(one)) paths.push(join(one, name));
  const dated = await Promise.all(
    paths.map(async (path) => ({ path, stats: await stat(path).catch(() => undefined) })),
  );
  const files = dated.flatMap(({ path, stats }) =>
    stats?.isFile() && stats.size > 0 ? [{ path, size: stats.size, modified: stats.mtimeMs }] : [],
  );
  files.sort((a, b) => b.modified - a.modified || (a.path < b.path ? 1 : -1));
  let newest: { path: string; time: number } | undefined;
  for (const file of files) {
    // A file is written after what it holds: those that are left hold nothing newer.
    if (newest !== undefined && file.modified < newest.time) break;
    const time = lastTime(file.path, file.size) ?? file.modified;
    if (newest === undefined || time > newest.time) newest = { path: file.path, time };
  }
  return newest?.path;
}

/** How much of the end of a transcript is read for its last time. */
const tailBytes = 65_536;

/** The last time that is recorded at the end of a transcript; `undefined` if there is none, as in a compressed one. */
function lastTime(path: string, size: number): number | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const tail = Buffer.alloc(Math.min(size, tailBytes));
      const read = readSync(file, tail, 0, tail.length, size - tail.length);
      const times = tail.toString("latin1", 0, read).matchAll(/"timestamp":\s?"([\d-]{10}T[\d:.]{8,15}Z)"/g);
      let last: number | undefined;
      for (const [, time] of times) last = Math.max(last ?? -Infinity, Date.parse(time!));
      return last;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
