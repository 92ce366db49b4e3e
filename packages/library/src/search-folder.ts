import { dirname } from "node:path";
import { listTranscripts } from "@ccdag/files";
import type { VFile } from "vfile";
import { type InputSource, readingOf } from "./input-source.ts";
import type { SearchHit } from "./hits.ts";
import type { Query } from "./read-query.ts";
import { sessionStemOf } from "@ccdag/ccast";
import type { LibraryIo } from "./library-io.ts";
import { scanFiles } from "./scan-files.ts";

/** What a search found in one session. */
export interface FoundSession {
  readonly id: string;
  readonly title: string;
  /** Its transcript or an agent's, relative to the folder that was read. */
  readonly path: string;
  /** The folder of that file. */
  readonly folder?: string | undefined;
  readonly hits: readonly SearchHit[];
}

/**
 * Search transcripts. Their bytes are scanned, and only lines that can match are read: as a small transcript of their own, with
 * their numbers. Where that does not distinguish copies from originals, the whole part of the project is read.
 *
 * @param source a folder.
 * @param query what is searched for.
 * @param io the environment of the run.
 * @param show called with each session as soon as it is found; what is returned is right where it differs (default: not called).
 * @returns the sessions with hits, and files that could not be read.
 */
export async function searchFolder(
  source: InputSource,
  query: Query,
  io: LibraryIo,
  show?: (session: FoundSession) => void,
): Promise<{ found: FoundSession[]; unread: VFile[] }> {
  const { folder } = source;
  const files = await listTranscripts(folder, readingOf(source, io));
  const unread: VFile[] = [];
  const found = new Map<string, FoundSession[]>();
  const pathOf = new Map<string, string>();
  const wholePaths = new Set<string>();
  const owners = new Map<string, string>();
  for await (const group of scanFiles(files, query, folder, unread, io.signal)) {
    // Most of the program is needed only for what is found.
    const { searchGroup } = await import("./read-found.ts");
    const { stem } = group;
    pathOf.set(stem, pathOf.get(stem) ?? group.path);
    const result = group.isWhole ? undefined : searchGroup(group, query, folder, io);
    if (result === undefined) wholePaths.add(group.path);
    else if (result.found.length > 0) {
      found.set(stem, result.found);
      for (const session of result.found) show?.(session);
      // Records that two sessions share: only the rules know which of them are the originals.
      for (const id of result.ids) {
        const owner = owners.get(id) ?? stem;
        owners.set(id, owner);
        if (owner !== stem) for (const other of [owner, stem]) wholePaths.add(pathOf.get(other)!);
      }
    }
  }
  const folders = new Map(files.map(({ path, real }) => [path, dirname(String(real))]));
  const placed = (session: FoundSession) => ({ ...session, folder: folders.get(session.path) });
  if (wholePaths.size === 0) return { found: [...found.values()].flat().map(placed), unread };
  const { searchWhole } = await import("./read-found.ts");
  const whole = await searchWhole(wholePaths, query, source, io);
  for (const path of whole.paths) found.delete(sessionStemOf(path));
  return { found: [...found.values()].flat().concat(whole.found).map(placed), unread };
}
