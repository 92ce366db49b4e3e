import { watch } from "chokidar";
import { basename } from "node:path";

/** How long nothing more must be written before a change is told, in milliseconds: clients write in bursts. */
const pause = 60;

/**
 * Watch folders of transcripts.
 *
 * @param changed told of the folder in which something was written, appended, cut off, renamed or removed.
 * @returns ends the watching.
 */
export async function watchFolders(
  folders: readonly string[],
  changed: (folder: string) => void,
): Promise<() => Promise<void>> {
  const timers = new Map<string, NodeJS.Timeout>();
  const watchers = folders.map((folder) => {
    const watcher = watch(folder, {
      ignoreInitial: true,
      ignored: (path, stats) => stats?.isFile() === true && !/\.jsonl?$|\.txt$/.test(basename(path)),
    });
    watcher.on("all", () => {
      clearTimeout(timers.get(folder));
      timers.set(
        folder,
        setTimeout(() => changed(folder), pause),
      );
    });
    // A folder that cannot be watched is read when somebody asks for it.
    watcher.on("error", () => {});
    return watcher;
  });
  await Promise.all(watchers.map((watcher) => new Promise<void>((resolve) => watcher.once("ready", resolve))));
  return async () => {
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.all(watchers.map((watcher) => watcher.close()));
  };
}
