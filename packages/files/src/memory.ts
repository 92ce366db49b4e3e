import type { Source } from "@ccdag/core";
import { VFile } from "vfile";
import { isTranscript } from "./is-transcript.ts";

export { isTranscript };

declare module "vfile" {
  interface DataMap {
    /** The other files of a project: transcripts, agent files, sidecars. */
    companions: VFile[];
    /**
     * The transcript that was named. If it is read as a whole, it owns its records, and copies of them are references;
     * else only if all of its records are copies.
     */
    named: { readonly path: string; readonly isWhole: boolean };
    /** The path of the file on disk. */
    source: string;
    /** The source that may read the file, if it is no transcript of Claude Code. */
    format: Source | undefined;
  }
}

/** A file in memory. */
export interface MemoryFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Its bytes (UTF-8), or its text. */
  readonly value: string | Uint8Array;
}

/**
 * Make a project of files in memory, as `readProject` makes one of a folder: for a browser, for a server that receives
 * transcripts, for tests. It does not need Node.
 *
 * @param files in any order; files for which {@link isTranscript} is false are omitted.
 * @param name the name of the project in messages (default: `.`).
 * @returns one file without a value whose `path` is the name; the files are in `data.companions`, sorted by path.
 */
export function toProject(files: Iterable<MemoryFile>, name = "."): VFile {
  const companions = [...files]
    .filter(({ path }) => isTranscript(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, value }) => new VFile({ path, cwd: name, value }));
  return new VFile({ path: name, data: { companions } });
}
