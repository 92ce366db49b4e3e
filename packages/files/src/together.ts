import { closeSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { groupBy } from "@ccdag/core";
import { cacheFor, cacheName, lastingFolders, writeCache } from "./cache.ts";
import { isWanted } from "./is-wanted.ts";
import { plainName } from "./is-transcript.ts";
import { readContent } from "./read-bytes.ts";
import { statOf } from "./stat-of.ts";
import { baseOfVariant, variantOf } from "./variant-name.ts";
import { type ListedFile, listFiles, type ListOptions } from "./list-files.ts";

/** Options of {@link listTranscripts}. */
export interface TogetherOptions extends ListOptions {
  /** A folder in which it is remembered which files are copies (default: nothing is remembered). */
  readonly cache?: string | undefined;
}

/** Which of two files with one path holds all that both hold; neither if they differ. */
type Verdict = "first" | "second" | "neither";

/**
 * List the transcripts and sidecars of a folder, and of the folders that are read as one with it. Of two files with the same
 * relative path, such as a session and its copy in an archive, the longer one is listed if the bytes of the other are its
 * beginning. If they differ, both are listed: the second one gets a path of its own, such as `a~2.jsonl`. A file that has such a
 * path already, as in an archive, is compared with all files of that name.
 *
 * @param folder the folder.
 * @param options `also`: the other folders; those that cannot be listed are skipped.
 * @returns the files, sorted by path.
 * @throws the error of the file system if `folder` cannot be listed, and no other folder can.
 */
export async function listTranscripts(folder: string, options: TogetherOptions = {}): Promise<ListedFile[]> {
  const listed = await listAll(folder, options);
  return options.choose === undefined ? listed : options.choose(listed);
}

async function listAll(folder: string, options: TogetherOptions): Promise<ListedFile[]> {
  const { also = [] } = options;
  if (also.length === 0) return (await listFiles(folder, options)).filter(isWanted);
  const folders = [folder, ...also];
  const lists = await Promise.allSettled(folders.map((one) => listFiles(one, options)));
  const found = lists.flatMap((list) => (list.status === "fulfilled" ? [list.value.filter(isWanted)] : []));
  if (found.length === 0) throw (lists[0] as PromiseRejectedResult).reason;
  const verdicts = await Verdicts.open(folders, options.cache);
  const listed: ListedFile[] = [];
  for (const [base, files] of groupBy(found.flat(), ({ path }) => baseOfVariant(path)))
    for (const file of await variantsOf(base, files, verdicts)) listed.push(file);
  await verdicts.save();
  return listed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files of one name without those that are the beginning of another one; each has a path of its own. */
async function variantsOf(
  base: string,
  files: readonly ListedFile[],
  verdicts: Verdicts,
): Promise<Iterable<ListedFile>> {
  const variants = new Map<string, ListedFile>();
  for (const file of files) {
    const own = plainName(file.path);
    let place = own;
    let verdict: Verdict = "neither";
    for (const [name, known] of variants) {
      verdict = await verdicts.of(known, file);
      if (verdict === "neither") continue;
      place = name;
      break;
    }
    if (verdict === "first") continue;
    if (verdict === "neither") for (let number = 2; variants.has(place); number++) place = variantOf(base, number);
    variants.set(place, { ...file, path: `${place}${file.path.slice(own.length)}` });
  }
  return variants.values();
}

/** Compares files, and remembers the result: an archive is as large as what it is a copy of. */
class Verdicts {
  readonly #path: string | undefined;
  readonly #known: ReadonlyMap<string, Verdict>;
  readonly #now = new Map<string, Verdict>();
  #isChanged = false;

  private constructor(path: string | undefined, known: ReadonlyMap<string, Verdict>) {
    this.#path = path;
    this.#known = known;
  }

  static async open(folders: readonly string[], cache: string | undefined): Promise<Verdicts> {
    const places = await Promise.all(folders.map((folder) => cacheFor(cache, folder)));
    // Nothing is written below one of the folders.
    if (places.includes(undefined)) return new Verdicts(undefined, new Map());
    const path = join(places[0]!.cache, cacheName("copies", [1, lastingFolders(places.map((place) => place!.folder))]));
    const text = await readFile(path, "utf8").catch(() => "[]");
    try {
      return new Verdicts(path, new Map(JSON.parse(text) as Array<[string, Verdict]>));
    } catch {
      return new Verdicts(path, new Map());
    }
  }

  async of(first: ListedFile, second: ListedFile): Promise<Verdict> {
    if (first.reason !== undefined || second.reason !== undefined) return "neither";
    const key = `${stateOf(first)} ${stateOf(second)}`;
    const known = this.#known.get(key);
    if (known === undefined) this.#isChanged = true;
    const verdict = known ?? (await compare(first, second));
    this.#now.set(key, verdict);
    return verdict;
  }

  async save(): Promise<void> {
    if (this.#path !== undefined && this.#isChanged) await writeCache(this.#path, JSON.stringify([...this.#now]));
  }
}

function stateOf({ real }: ListedFile): string {
  const stats = statOf(real);
  return stats === undefined
    ? String(Math.random())
    : [stats.size, stats.mtimeNs, stats.ctimeNs, stats.dev, stats.ino].join(" ");
}

async function compare(first: ListedFile, second: ListedFile): Promise<Verdict> {
  try {
    if (isCompressed(first) || isCompressed(second)) return await compareUnpacked(first, second);
    const [one, other] = [openSync(first.real, "r"), openSync(second.real, "r")];
    try {
      return comparePieces(one, other);
    } finally {
      closeSync(one);
      closeSync(other);
    }
  } catch {
    // Reading the file reports what is wrong with it.
    return "neither";
  }
}

const pieceBytes = 1 << 20;

function comparePieces(one: number, other: number): Verdict {
  const [a, b] = [Buffer.alloc(pieceBytes), Buffer.alloc(pieceBytes)];
  for (;;) {
    const [m, n] = [readSync(one, a), readSync(other, b)];
    const both = Math.min(m, n);
    if (a.compare(b, 0, both, 0, both) !== 0) return "neither";
    if (m < pieceBytes || n < pieceBytes) return m >= n ? "first" : "second";
  }
}

async function compareUnpacked(first: ListedFile, second: ListedFile): Promise<Verdict> {
  const [a, b] = [await readContent(first.real), await readContent(second.real)];
  if (a.damage !== undefined || b.damage !== undefined) return "neither";
  const both = Math.min(a.bytes.length, b.bytes.length);
  if (Buffer.compare(a.bytes.subarray(0, both), b.bytes.subarray(0, both)) !== 0) return "neither";
  return a.bytes.length >= b.bytes.length ? "first" : "second";
}

function isCompressed({ path }: ListedFile): boolean {
  return plainName(path) !== path;
}
