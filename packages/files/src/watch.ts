export { watchFolders } from "./watch-folders.ts";
export { Watcher } from "./watcher.ts";
