import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Skeleton } from "./parts/skeleton.ts";
import { cacheName, sha256, writeCache } from "./cache.ts";

/** Changes with what a skeleton holds, with how files are scanned and joined to parts, and with the form of the file. */
const version = 5;

/** What is remembered of one file of a folder. */
export interface StoredFile {
  /** Its path, relative to the folder. */
  readonly path: string;
  /** Its size, times and inode. */
  readonly state: string;
  /** What its lines say; absent for a sidecar. */
  readonly skeleton?: Skeleton | undefined;
}

/** What is remembered of a folder. */
export interface Catalogue {
  readonly files: readonly StoredFile[];
  /** The parts, as the paths of their files. */
  readonly parts: ReadonlyArray<readonly string[]>;
}

/** What the beginning of a stored catalogue says: all but the skeletons. */
export interface CatalogueHead {
  readonly files: ReadonlyArray<Pick<StoredFile, "path" | "state"> & { readonly isDamaged: boolean }>;
  readonly parts: Catalogue["parts"];
  /** Reads the files with their skeletons; `undefined` if they are damaged. */
  readonly readIds: () => Promise<Map<string, StoredFile> | undefined>;
}

/** The parts of a skeleton that are lists of ids. */
const lists = ["uuids", "references", "messages"] as const;

interface HeadFile extends Omit<StoredFile, "skeleton"> {
  readonly skeleton?: Omit<Skeleton, (typeof lists)[number]> & { readonly ids: readonly number[] };
}

/**
 * The catalogue of a folder, stored in the cache folder of the user. It is never needed: whatever is odd about it, it is
 * made again.
 */
export class StoredCatalogue {
  readonly #path: string;

  /**
   * @param cache the cache folder.
   * @param key what the catalogue depends on besides the files: the folder, and how it is listed.
   */
  constructor(cache: string, key: unknown) {
    this.#path = join(cache, cacheName("catalogue", [version, key]));
  }

  /** Read what is stored, without the ids; `undefined` if there is nothing that can be used. */
  async read(): Promise<CatalogueHead | undefined> {
    const handle = await open(this.#path, "r").catch(() => undefined);
    if (handle === undefined) return undefined;
    try {
      const start = Buffer.alloc(72);
      await handle.read(start, 0, 72, 0);
      const size = start.readUInt32LE(64);
      if (size > 1 << 28) return undefined;
      const head = Buffer.alloc(size);
      await handle.read(head, 0, size, 72);
      // Another version, a cut or a changed byte.
      if (sha256(head) !== start.toString("latin1", 0, 64)) return undefined;
      const { files, parts, hash } = JSON.parse(head.toString()) as {
        files: HeadFile[];
        parts: number[][];
        hash: string;
      };
      const readIds = () => this.#readIds(files, 72 + size, hash);
      return {
        files: files.map(({ path, state, skeleton }) => ({ path, state, isDamaged: skeleton?.isDamaged === true })),
        parts: parts.map((part) => part.map((at) => files[at]!.path)),
        readIds,
      };
    } catch {
      return undefined;
    } finally {
      await handle.close();
    }
  }

  async #readIds(files: readonly HeadFile[], from: number, hash: string): Promise<Map<string, StoredFile> | undefined> {
    const handle = await open(this.#path, "r").catch(() => undefined);
    if (handle === undefined) return undefined;
    try {
      const { size } = await handle.stat();
      const bytes = new Uint8Array(Math.max(0, size - from));
      await handle.read(bytes, 0, bytes.length, from);
      if (sha256(bytes) !== hash) return undefined;
      const words = new Uint32Array(bytes.buffer);
      let at = 0;
      const stored = files.map(({ skeleton, ...file }): readonly [string, StoredFile] => {
        if (skeleton === undefined) return [file.path, file];
        const { ids, ...rest } = skeleton;
        const columns = lists.map((_, index) => words.slice(at, (at += ids[index]!)));
        const [uuids, references, messages] = columns as [Uint32Array, Uint32Array, Uint32Array];
        return [file.path, { ...file, skeleton: { ...rest, uuids, references, messages } }];
      });
      return new Map(stored);
    } catch {
      return undefined;
    } finally {
      await handle.close();
    }
  }

  /** Store a catalogue. */
  async write({ files, parts }: Catalogue): Promise<void> {
    await writeCache(this.#path, encode(files, parts));
  }
}

/** The hash of the head, its size, the head as JSON, the ids. */
function encode(files: readonly StoredFile[], parts: Catalogue["parts"]): Uint8Array {
  const columns = files.flatMap(({ skeleton }) => (skeleton ? lists.map((name) => skeleton[name]) : []));
  const words = new Uint32Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    words.set(column, at);
    at += column.length;
  }
  const ids = new Uint8Array(words.buffer);
  const indexes = new Map(files.map(({ path }, index) => [path, index]));
  const head = Buffer.from(
    JSON.stringify({
      hash: sha256(ids),
      files: files.map(({ skeleton, ...file }) => ({ ...file, skeleton: skeleton && withoutIds(skeleton) })),
      parts: parts.map((part) => part.map((path) => indexes.get(path))),
    }),
  );
  const start = Buffer.alloc(72);
  start.write(sha256(head), "latin1");
  start.writeUInt32LE(head.length, 64);
  return Buffer.concat([start, head, ids]);
}

function withoutIds({ uuids, references, messages, ...rest }: Skeleton): object {
  return { ...rest, ids: [uuids.length, references.length, messages.length] };
}
