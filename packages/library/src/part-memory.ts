import { readdir, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cacheFor, cacheName, lastingFolders, sha256, writeCache } from "@ccdag/files";
import { fileURLToPath } from "node:url";

/**
 * What a command made of each part of a folder, remembered in the cache folder of the user: of parts that have not changed it is
 * not made again. It is never needed: whatever is odd about it, it is made again.
 */
export class PartMemory<T> {
  readonly #path: string | undefined;
  readonly #known: ReadonlyMap<string, T>;
  readonly #now = new Map<string, T>();
  #isChanged = false;

  private constructor(path: string | undefined, known: ReadonlyMap<string, T>) {
    this.#path = path;
    this.#known = known;
  }

  /**
   * @param cache the cache folder; absent if nothing is remembered.
   * @param folders the folders that are read; nothing is written below them.
   * @param key what the results depend on besides the files: the command and its options.
   */
  static async open<T>(cache: string | undefined, folders: readonly string[], key: unknown): Promise<PartMemory<T>> {
    const found = await Promise.all(folders.map((folder) => cacheFor(cache, folder)));
    if (found.includes(undefined)) return new PartMemory<T>(undefined, new Map());
    const read = lastingFolders(found.map((one) => one!.folder));
    const path = join(found[0]!.cache, cacheName("results", [await builds(), read, key]));
    return new PartMemory(path, await readKnown<T>(path));
  }

  /** What is known of a part, by its state. */
  get(state: string): T | undefined {
    const hash = sha256(state);
    const known = this.#known.get(hash);
    if (known !== undefined) this.#now.set(hash, known);
    return known;
  }

  /** Remember what was made of a part. */
  set(state: string, result: T): void {
    this.#isChanged = true;
    this.#now.set(sha256(state), result);
  }

  /** Store what is known of the parts that were asked for. */
  async save(): Promise<void> {
    if (this.#path === undefined || (!this.#isChanged && this.#now.size === this.#known.size)) return;
    const text = JSON.stringify([...this.#now]);
    await writeCache(this.#path, `${sha256(text)}\n${text}`);
  }
}

async function readKnown<T>(path: string): Promise<Map<string, T>> {
  const [, hash, text] = /^(\w{64})\n(.*)$/s.exec(await readFile(path, "utf8").catch(() => "")) ?? [];
  return hash !== undefined && text !== undefined && sha256(text) === hash
    ? new Map(JSON.parse(text) as Array<[string, T]>)
    : new Map();
}

/** The folder of this package; of a program that is a bundle, the folder of the program. */
const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/**
 * The versions of our packages; in a checkout, where versions do not change with them, also when they were built. A program that
 * is a bundle holds them all: its version says it.
 */
async function builds(): Promise<readonly string[]> {
  const packages = foldersOfPackages();
  const names = packages === undefined ? [] : await readdir(packages).catch(() => []);
  return Promise.all([packageFolder, ...names.map((name) => join(packages!, name))].map(buildOf));
}

function foldersOfPackages(): string | undefined {
  try {
    return join(dirname(createRequire(join(packageFolder, "package.json")).resolve("@ccdag/core")), "..", "..");
  } catch {
    return undefined;
  }
}

/**
 * The version of a package, and when it was built in a checkout.
 *
 * @param folder the folder of the package.
 */
export async function buildOf(folder: string): Promise<string> {
  const [manifest, built] = await Promise.all([
    readFile(join(folder, "package.json"), "utf8").catch(() => "{}"),
    stat(join(folder, "dist", ".tsbuildinfo")).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  ]);
  return `${String((JSON.parse(manifest) as { version?: unknown }).version)} ${built}`;
}
