import { reasonOf } from "@ccdag/files/errors";
import { statesIn } from "./archive.ts";
import { packingOf, readHashed } from "./hashed-content.ts";
import { type KeptFile, readManifest } from "./archive-manifest.ts";

/** What is wrong with an archive. */
export interface CheckedArchive {
  /** How many files hold what the manifest says, to the byte. */
  readonly sound: number;
  /** The size of their content in bytes. */
  readonly bytes: number;
  /** Files of the manifest that are not there. */
  readonly missing: readonly string[];
  /** Files that do not hold what the manifest says, or cannot be read, and why. */
  readonly changed: ReadonlyArray<{ readonly path: string; readonly reason: string }>;
  /** Files that the manifest does not know. */
  readonly unknown: readonly string[];
}

/**
 * Compare every byte of an archive with its manifest. Nothing is written.
 *
 * @param folder the archive.
 * @returns what was found; absent if there is no manifest, or it cannot be read.
 */
export async function checkKept(folder: string): Promise<CheckedArchive | undefined> {
  const manifest = readManifest(folder);
  if (manifest === undefined || manifest === "damaged") return undefined;
  const { files } = manifest;
  const there = await statesIn(folder);
  const missing = [...files.keys()].filter((path) => !there.has(path)).sort();
  const unknown = [...there.keys()].filter((path) => !files.has(path)).sort();
  const changed: Array<{ path: string; reason: string }> = [];
  let sound = 0;
  let bytes = 0;
  for (const [path, file] of files) {
    if (!there.has(path)) continue;
    const reason = await difference(`${folder}/${path}`, file);
    if (reason !== undefined) changed.push({ path, reason });
    else {
      sound++;
      bytes += file.size;
    }
  }
  return { sound, bytes, missing, changed, unknown };
}

/** How a file differs from what was kept; absent if it does not. */
async function difference(path: string, { size, sha256, stored }: KeptFile): Promise<string | undefined> {
  try {
    const now = await readHashed(path, packingOf(path), []);
    if (now.size < size) return `${size - now.size} bytes are missing`;
    if (now.size > size) return `${now.size - size} bytes were added`;
    if (now.sha256 !== sha256) return "its content has changed";
    return now.stored?.sha256 === stored?.sha256 ? undefined : "it was compressed again";
  } catch (error) {
    return reasonOf(error);
  }
}
