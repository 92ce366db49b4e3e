import { watch, type FSWatcher } from "chokidar";
import { isIgnored } from "./watch-folders.ts";

/** What a {@link Watcher} calls. */
export interface WatchHandlers {
  /** A file was written, appended to, truncated, renamed or removed: the folder that was added, and the file. */
  readonly changed: (folder: string, path: string) => void;
  /** A folder appeared in one of the folders that may get new ones. */
  readonly appeared: (folder: string) => void;
  /** A folder cannot be watched. */
  readonly failed: (folder: string) => void;
}

/** Watches folders of transcripts. */
export class Watcher {
  readonly #handlers: WatchHandlers;
  readonly #all = new Map<string, FSWatcher>();

  constructor(handlers: WatchHandlers) {
    this.#handlers = handlers;
  }

  /**
   * Watch a folder and those in it.
   *
   * @returns a promise that resolves once changes are noticed.
   */
  async add(folder: string): Promise<void> {
    if (this.#all.has(folder)) return;
    const watcher = watch(folder, { ignoreInitial: true, ignored: isIgnored });
    this.#all.set(folder, watcher);
    watcher.on("all", (_, path) => this.#handlers.changed(folder, path));
    await this.#ready(watcher, folder);
  }

  /** Watch for new folders in a folder. */
  async addParent(folder: string): Promise<void> {
    const name = `${folder} `;
    if (this.#all.has(name)) return;
    const watcher = watch(folder, { ignoreInitial: true, depth: 0 });
    this.#all.set(name, watcher);
    watcher.on("addDir", (path) => this.#handlers.appeared(path));
    await this.#ready(watcher, folder);
  }

  async #ready(watcher: FSWatcher, folder: string): Promise<void> {
    watcher.on("error", () => this.#handlers.failed(folder));
    await new Promise<void>((resolve) => watcher.once("ready", resolve));
  }

  /** Stop watching. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#all.values(), (watcher) => watcher.close()));
  }
}
