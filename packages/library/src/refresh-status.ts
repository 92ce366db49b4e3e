import { readFile } from "node:fs/promises";
import { listFiles, statOf, writeCache } from "@ccdag/files";
import { readTail } from "@ccdag/files/tail";
import { lock } from "@ccdag/keep/write";
import {
  addCall,
  type CostedCall,
  type CostedTime,
  costOf,
  recentMs,
  type StatusPlaces,
  sumTimes,
} from "./remembered-status.ts";

/** How far back costs are known: a block that is running began before the last pause of five hours. */
const horizonMs = 72 * 3_600_000;

/** What a refresh remembers for the next one. */
interface KeptCalls {
  readonly files: Readonly<Record<string, number>>;
  readonly calls: readonly CostedCall[];
}

/**
 * Look at all projects, and remember what status lines show. Of transcripts that were read before only what was appended is read.
 *
 * @param places where it is remembered.
 * @param roots the folders of projects.
 * @param now the current time, in milliseconds since 1970.
 * @throws FileError if another process does the same.
 */
export async function refreshStatus(places: StatusPlaces, roots: readonly string[], now: number): Promise<void> {
  const unlock = await lock(places.lock, "statusline --refresh");
  try {
    const since = now - horizonMs;
    const kept = await readKept(places.calls);
    const calls = new Map(kept.calls.filter(([, time]) => time >= since).map((call) => [call[0], call]));
    const files: Record<string, number> = {};
    for (const path of await recentFiles(roots, since)) {
      const tail = readTail(path, kept.files[path] ?? 0);
      if (tail === undefined) continue;
      files[path] = tail.to;
      for (const call of tail.calls) if (call.time >= since) addCall(calls, costOf(call));
    }
    const all = [...calls.values()];
    const isRecent = ([, time]: CostedCall) => time > now - recentMs;
    const times = sumTimes(all.filter((call) => !isRecent(call)).map(([, ...call]): CostedTime => call));
    await writeCache(places.calls, JSON.stringify({ files, calls: all } satisfies KeptCalls));
    await writeCache(places.memory, JSON.stringify({ at: now, files, times, recent: all.filter(isRecent) }));
  } finally {
    await unlock();
  }
}

/** The transcripts of sessions and agents that were written since a time. */
async function recentFiles(roots: readonly string[], since: number): Promise<string[]> {
  const found = new Set<string>();
  for (const root of roots)
    for (const { path, real, reason } of await listFiles(root, { hasLinkedProjects: true }).catch(() => [])) {
      if (reason !== undefined || typeof real !== "string" || !path.endsWith(".jsonl")) continue;
      if (Number(statOf(real)?.mtimeMs ?? 0) >= since) found.add(real);
    }
  return [...found].sort();
}

async function readKept(path: string): Promise<KeptCalls> {
  try {
    const { files, calls } = JSON.parse(await readFile(path, "utf8")) as Partial<KeptCalls>;
    if (files !== undefined && Array.isArray(calls)) return { files, calls: calls as CostedCall[] };
  } catch {
    // What is not there, or damaged, is read again.
  }
  return { files: {}, calls: [] };
}
