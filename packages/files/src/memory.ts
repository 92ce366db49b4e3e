import { VFile } from "vfile";
import { isTranscript } from "./is-transcript.ts";

export { isTranscript };

declare module "vfile" {
  interface DataMap {
    /** The other files of a project: transcripts, agent files, sidecars. */
    companions: VFile[];
  }
}

/** A file that is in memory. */
export interface MemoryFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Its bytes, or its text. */
  readonly value: string | Uint8Array;
}

/**
 * Make a project of files that are in memory, as `readProject` makes one of a folder: for a browser, for a server that
 * gets transcripts over a wire, for tests. Needs no Node.
 *
 * @param files in any order; what is no transcript and no sidecar is left out, as in a folder.
 * @param name what the project is called in messages (default: `.`).
 * @returns one file without text whose `path` is the name; what was given is in `data.companions`, by path.
 */
export function toProject(files: Iterable<MemoryFile>, name = "."): VFile {
  const companions = [...files]
    .filter(({ path }) => isTranscript(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, value }) => new VFile({ path, cwd: name, value }));
  return new VFile({ path: name, data: { companions } });
}
