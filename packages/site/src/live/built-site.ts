import { stat } from "node:fs/promises";
import { join } from "node:path";
import { obstacleBelow, readRegular } from "@ccdag/keep/write";
import { filesOf, manifestName, readManifest } from "../pages/site-manifest.ts";

/** The folder of a site that `ccdag site` has written. Only files that its manifest lists are read, and none through a link. */
export class BuiltSite {
  readonly #folder: string;
  #files: ReadonlySet<string>;
  /** Size and time of the manifest that was read. */
  #state: string;

  private constructor(folder: string, files: ReadonlySet<string>, state: string) {
    this.#folder = folder;
    this.#files = files;
    this.#state = state;
  }

  /**
   * Open the folder of a site.
   *
   * @param folder the folder, absolute.
   * @returns absent if it contains no valid manifest.
   */
  static async open(folder: string): Promise<BuiltSite | undefined> {
    const state = await stateOf(folder);
    const manifest = await readManifest(folder);
    return manifest && new BuiltSite(folder, new Set(filesOf(manifest).keys()), state);
  }

  /**
   * A file of the site, as it is now.
   *
   * @param path relative to the folder, with `/`.
   * @returns absent if the manifest does not list it, or it is not there.
   */
  async file(path: string): Promise<Uint8Array | undefined> {
    await this.#refresh();
    if (!this.#files.has(path) || (await obstacleBelow(this.#folder, path)) !== undefined) return undefined;
    return readRegular(join(this.#folder, path), "bytes");
  }

  /** The site may be written again while it is served. */
  async #refresh(): Promise<void> {
    const state = await stateOf(this.#folder);
    if (state === this.#state) return;
    const manifest = await readManifest(this.#folder);
    // One that is being written is read at the next request.
    if (manifest === undefined) return;
    this.#files = new Set(filesOf(manifest).keys());
    this.#state = state;
  }
}

async function stateOf(folder: string): Promise<string> {
  const stats = await stat(join(folder, manifestName)).catch(() => undefined);
  return `${stats?.size} ${stats?.mtimeMs}`;
}
