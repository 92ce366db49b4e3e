import { watch } from "chokidar";
import { basename } from "node:path";

/** How long nothing more must be written before a change is told, in milliseconds: clients write in bursts. */
const pause = 60;

/** A client that goes on writing must not keep a change from being told for longer than this. */
const longestPause = 500;

/**
 * Watch folders of transcripts.
 *
 * @param changed told of the folder in which something was written, appended, cut off, renamed or removed.
 * @param failed told of a folder that cannot be watched.
 * @returns ends the watching.
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
      ignored: (path, stats) => stats?.isFile() === true && !/\.jsonl?$|\.txt$/.test(basename(path)),
    });
    let began = 0;
    watcher.on("all", () => {
      const now = Date.now();
      if (!timers.has(folder)) began = now;
      clearTimeout(timers.get(folder));
      const wait = Math.max(0, Math.min(pause, began + longestPause - now));
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
