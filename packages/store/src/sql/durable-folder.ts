import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";

/** A file or a folder that PGlite has open, in the file system of its program. */
interface OpenFile {
  /** Its descriptor in this process; a folder has none. */
  readonly nfd?: number | undefined;
  readonly node: unknown;
}

/** What is used of the program that PGlite runs. */
interface PgliteProgram {
  readonly FS: { readonly ErrnoError: new (errno: number) => Error };
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (file: OpenFile) => number };
    readonly realPath: (node: unknown) => string;
    readonly convertNodeCode: (error: unknown) => number;
  };
}

/**
 * Open PGlite so that what it flushes is on the disk. As it comes, it flushes nothing, and its file system could not: after a power
 * failure what was acknowledged is gone, or files are there in parts.
 *
 * Its log is written at a commit, and flushed when it is asked for: see `PgliteDialect`.
 *
 * @param folder of the database; made if it does not exist.
 */
export async function openDurable(folder: string): Promise<PGlite> {
  const [{ PGlite }, { NodeFS }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/nodefs"),
  ]);
  class DurableFiles extends NodeFS {
    override async init(...given: Parameters<InstanceType<typeof NodeFS>["init"]>) {
      const { emscriptenOpts } = await super.init(...given);
      const preRun = [...(emscriptenOpts.preRun ?? []), (program: unknown) => letFlush(program as PgliteProgram)];
      return { emscriptenOpts: { ...emscriptenOpts, preRun } };
    }
  }
  // `-F` is: without fsync. Other ways to flush do nothing in PGlite, and several commits are flushed together.
  const own = ["-c", "wal_sync_method=fsync", "-c", "synchronous_commit=off"];
  const startParams = [...PGlite.defaultStartParams.filter((one) => one !== "-F"), ...own];
  const database = await PGlite.create({ fs: new DurableFiles(folder), startParams });
  // What made the database, or wrote to it without this, did not flush.
  flushFolder(folder);
  return database;
}

/** Give the file system of PGlite what it has not: a way to flush. */
function letFlush({ FS, NODEFS }: PgliteProgram): void {
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    try {
      if (nfd === undefined) flushEntries(NODEFS.realPath(node));
      else fsyncSync(nfd);
      return 0;
    } catch (error) {
      throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
    }
  };
}

/** Flush all files of a folder, and its folders. */
function flushFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    // Windows flushes a file only for who may write to it.
    if (entry.isFile()) flush(join(entry.parentPath, entry.name), "r+");
    else if (entry.isDirectory()) flushEntries(join(entry.parentPath, entry.name));
  flushEntries(folder);
}

/** Flush the names in a folder. Windows has no way to. */
export function flushEntries(folder: string): void {
  if (process.platform !== "win32") flush(folder, "r");
}

function flush(path: string, flags: "r" | "r+"): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
