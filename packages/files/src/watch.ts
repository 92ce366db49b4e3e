export { watchFolders } from "./watch-folders.ts";
export { Watcher, type WatchHandlers } from "./watcher.ts";
