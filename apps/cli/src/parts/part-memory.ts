import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const { version } = require("../../package.json") as { version: string };

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
   * @param folder the folder that is read; nothing is written below it.
   * @param key what the results depend on besides the files: the command and its options.
   */
  static async open<T>(cache: string | undefined, folder: string, key: unknown): Promise<PartMemory<T>> {
    const real = await realpath(folder).catch(() => resolve(folder));
    const below = cache === undefined ? "" : relative(real, cache);
    if (cache === undefined || below === "" || !(below.startsWith("..") || isAbsolute(below)))
      return new PartMemory<T>(undefined, new Map());
    const name = hashOf(JSON.stringify([version, await builds(), real, key])).slice(0, 32);
    const path = join(cache, `results-${name}.json`);
    return new PartMemory(path, await readKnown<T>(path));
  }

  /** What is known of a part, by its state. */
  get(state: string): T | undefined {
    const known = this.#known.get(hashOf(state));
    if (known !== undefined) this.#now.set(hashOf(state), known);
    return known;
  }

  /** Remember what was made of a part. */
  set(state: string, result: T): void {
    this.#isChanged = true;
    this.#now.set(hashOf(state), result);
  }

  /** Store what is known of the parts that were asked for. A cache that cannot be written is no fault. */
  async save(): Promise<void> {
    if (this.#path === undefined || (!this.#isChanged && this.#now.size === this.#known.size)) return;
    const draft = `${this.#path}.${process.pid}.draft`;
    try {
      const text = JSON.stringify([...this.#now]);
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await writeFile(draft, `${hashOf(text)}\n${text}`, { mode: 0o600 });
      await chmod(draft, 0o600);
      await rename(draft, this.#path);
      await removeOld(dirname(this.#path));
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}

async function readKnown<T>(path: string): Promise<Map<string, T>> {
  const [, hash, text] = /^(\w{64})\n(.*)$/s.exec(await readFile(path, "utf8").catch(() => "")) ?? [];
  return hash !== undefined && text !== undefined && hashOf(text) === hash
    ? new Map(JSON.parse(text) as Array<[string, T]>)
    : new Map();
}

/** Remove what killed runs left, and what has not been made again for a season: options such as a date make other results each time. */
async function removeOld(cache: string): Promise<void> {
  const seasonAgo = Date.now() - 90 * 86_400_000;
  for (const name of await readdir(cache))
    if (/^results-[\da-f]{32}\.json(?:\.\d+\.draft)?$/.test(name)) {
      const path = join(cache, name);
      if ((await stat(path)).mtimeMs < seasonAgo) await rm(path, { force: true });
    }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The versions of our packages; in a checkout, where versions do not change with them, also when they were built. */
async function builds(): Promise<readonly string[]> {
  const packages = join(dirname(require.resolve("@ccdag/core")), "..", "..");
  const own = fileURLToPath(new URL("../..", import.meta.url));
  const names = await readdir(packages).catch(() => []);
  return Promise.all([own, ...names.map((name) => join(packages, name))].map(buildOf));
}

async function buildOf(folder: string): Promise<string> {
  const [manifest, built] = await Promise.all([
    readFile(join(folder, "package.json"), "utf8").catch(() => "{}"),
    stat(join(folder, "dist", ".tsbuildinfo")).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  ]);
  return `${String((JSON.parse(manifest) as { version?: unknown }).version)} ${built}`;
}
