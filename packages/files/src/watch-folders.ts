import { watch } from "chokidar";
import { basename } from "node:path";

/** How long a folder must be quiet before a change is reported, in milliseconds: clients write in bursts. */
const quietMs = 60;

/** The longest delay of a report while a client keeps writing, in milliseconds. */
const maxDelayMs = 500;

/**
 * Watch folders of transcripts.
 *
 * @param folders the folders.
 * @param changed called with a folder in which a file was written, appended to, truncated, renamed or removed.
 * @param failed called with a folder that cannot be watched.
 * @returns a function that stops watching.
 */
export async function watchFolders(
  folders: readonly string[],
  changed: (folder: string) => void,
  failed: (folder: string) => void,
): Promise<() => Promise<void>> {
  const timers = new Map<string, NodeJS.Timeout>();
  const watchers = folders.map((folder) => {
    const watcher = watch(folder, {
      ignoreInitial: true,
      ignored: isIgnored,
    });
    let began = 0;
    watcher.on("all", () => {
      const now = Date.now();
      if (!timers.has(folder)) began = now;
      clearTimeout(timers.get(folder));
      const wait = Math.max(0, Math.min(quietMs, began + maxDelayMs - now));
      timers.set(
        folder,
        setTimeout(() => {
          timers.delete(folder);
          changed(folder);
        }, wait),
      );
    });
    watcher.on("error", () => failed(folder));
    return watcher;
  });
  await Promise.all(watchers.map((watcher) => new Promise<void>((resolve) => watcher.once("ready", resolve))));
  return async () => {
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.all(watchers.map((watcher) => watcher.close()));
  };
}

/** Whether a file is none that a transcript consists of. */
export function isIgnored(path: string, stats?: { isFile(): boolean }): boolean {
  return stats?.isFile() === true && !/\.jsonl?$|\.txt$/.test(basename(path));
}
