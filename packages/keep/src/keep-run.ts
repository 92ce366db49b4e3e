import { existsSync, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { isTranscript } from "@ccdag/files";
import { FileError, isSystemError, reasonOf } from "@ccdag/files/errors";
import { adopt } from "./adopt.ts";
import { CopyAhead } from "./copy-ahead.ts";
import { KeptArchive, statesIn } from "./archive.ts";
import type { Packing } from "./hashed-content.ts";
import { convert, keepFile } from "./keep-file.ts";
import { ownFolder } from "./archive-manifest.ts";
import { findToKeep, type FileToKeep } from "./find-to-keep.ts";
import { waitForLock } from "./lock.ts";

/** What a run did. */
export interface Kept {
  /** Files that were not in the archive. */
  new: number;
  /** Files that continue what was kept. */
  grown: number;
  /** Files whose content was kept already. */
  unchanged: number;
  /** Files that were rewritten or shortened, and are kept beside the older content. */
  variants: number;
  /** Kept files that were compressed. */
  compressed: number;
  /** How much was copied, in bytes. */
  bytes: number;
  /** Files that could not be kept, and kept files that are missing or have changed. */
  failed: number;
}

/** Options of {@link keepAll}. */
export interface KeepOptions {
  /** The folders of projects. */
  readonly roots: readonly string[];
  /** Whether links that lead out of a folder are followed (default: `false`). */
  readonly followLinks?: boolean | undefined;
  /** How transcripts are stored (default: as they are in the archive, or else where they are read). */
  readonly packing?: Packing | undefined;
  /** Called with one line about a file that is not kept, or cannot be (default: `failed` counts them). */
  readonly warn?: ((text: string) => void) | undefined;
  /** Called with the path of a link that is not followed (default: nothing is said). */
  readonly skipped?: ((path: string) => void) | undefined;
  /** Called before each file that is read (default: nothing is said). */
  readonly progress?: ((done: number, of: number, name: string) => void) | undefined;
  /** Whether to stop before the next file (default: never). */
  readonly isStopped?: (() => boolean) | undefined;
}

/** How much may be copied before the manifest is written: what it does not know is read again after a kill, in bytes. */
const saveEvery = 256e6;

/** What was written less than this ago may be written again without another time, in nanoseconds. */
const tickNs = 100_000_000n;

/** Errors after which nothing more can be written. */
const fatalCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EROFS"];

/**
 * Take the lock of an archive; a run that has it is waited for, as two sessions can end at once.
 *
 * @param folder the archive.
 * @param waiting called once if another run has the lock (default: nothing is said).
 * @returns a function that releases the lock.
 * @throws FileError if the lock cannot be written.
 */
export function lockArchive(folder: string, waiting: () => void = () => {}): Promise<() => Promise<void>> {
  return waitForLock(join(folder, ownFolder, "lock"), "keep", waiting);
}

/**
 * Keep the files of folders of projects in an archive. The caller has its lock: {@link lockArchive}.
 *
 * @param folder the archive; it is created if it does not exist.
 * @param options where to read, how to store, and callbacks.
 * @returns what was done.
 * @throws FileError if the folder holds something else, or nothing more can be written to it.
 */
export async function keepAll(folder: string, options: KeepOptions): Promise<Kept> {
  const { roots, followLinks = false, warn = () => {}, packing } = options;
  const archive = await KeptArchive.open(folder, warn);
  const kept: Kept = { new: 0, grown: 0, unchanged: 0, variants: 0, compressed: 0, bytes: 0, failed: 0 };
  try {
    await adopt(archive);
    const { files, omitted } = await findToKeep(roots, followLinks);
    for (const { path, reason, isLink } of omitted)
      if (isLink) options.skipped?.(path);
      else fail(path, reason);
    const open = files.filter((source) => !isKnown(source, archive) || (kept.unchanged++, false));
    await keepEach(open, archive, options, kept, fail);
    forgetGone(files, archive, roots);
    if (packing !== undefined) await convertAll(archive, packing, options, kept, fail);
  } finally {
    await archive.save();
  }
  for (const [path, reason] of archive.unusable) fail(archive.on(path), `${reason} (see --check)`);
  return kept;

  function fail(path: string, reason: string): void {
    kept.failed++;
    warn(`Cannot keep \`${path}\`: ${reason}`);
  }
}

/** Whether a file is as it was when it was kept, and the kept file, too. */
function isKnown({ real, state }: FileToKeep, { manifest, unusable }: KeptArchive): boolean {
  const known = manifest.sources.get(String(real));
  return known?.state === state && manifest.files.has(known.path) && !unusable.has(known.path);
}

/** Called with a file that could not be kept, and why. */
type Fail = (path: string, reason: string) => void;

async function keepEach(
  files: readonly FileToKeep[],
  archive: KeptArchive,
  { packing, progress, isStopped }: KeepOptions,
  kept: Kept,
  fail: Fail,
): Promise<void> {
  let saved = 0;
  const copies = new CopyAhead(files, archive);
  try {
    for (const [index, source] of files.entries()) {
      if (isStopped?.()) return;
      progress?.(index, files.length, source.path);
      try {
        const { kind, path, bytes } = await keepFile(source, await copies.next(), archive, packing);
        kept[kind === "variant" ? "variants" : kind]++;
        kept.bytes += bytes;
        archive.noteSource(String(source.real), source.state, isFresh(source) ? undefined : path);
      } catch (error) {
        onError(error, String(source.real), archive, fail);
      }
      if (kept.bytes - saved < saveEvery) continue;
      await archive.save();
      saved = kept.bytes;
    }
  } finally {
    await copies.end();
  }
}

/** Whether a file was written so recently that a further write would not change its time. */
function isFresh({ modified }: FileToKeep): boolean {
  return BigInt(Date.now()) * 1_000_000n - modified < tickNs;
}

function onError(error: unknown, path: string, archive: KeptArchive, fail: Fail): void {
  // The client has deleted it meanwhile.
  if (isSystemError(error) && error.code === "ENOENT" && !existsSync(path)) return;
  const reason = error instanceof Error ? reasonOf(error) : String(error);
  if (isSystemError(error) && fatalCodes.includes(error.code))
    throw new FileError(`Cannot write to \`${archive.folder}\`: ${reason}; what was kept so far is complete`);
  fail(path, reason);
}

/** Forget where files were that are no longer there: the manifest grows with the archive, not with time. */
function forgetGone(files: readonly FileToKeep[], archive: KeptArchive, roots: readonly string[]): void {
  const there = new Set(files.map(({ real }) => String(real)));
  for (const source of archive.manifest.sources.keys())
    if (!there.has(source) && roots.some((root) => source.startsWith(`${root}${sep}`)))
      archive.noteSource(source, "", undefined);
}

async function convertAll(
  archive: KeptArchive,
  packing: Packing,
  { isStopped }: KeepOptions,
  kept: Kept,
  fail: Fail,
): Promise<void> {
  for (const path of [...archive.manifest.files.keys()].filter((one) => !archive.unusable.has(one))) {
    if (isStopped?.()) return;
    try {
      if ((await convert(path, archive, packing)) > 0) kept.compressed++;
    } catch (error) {
      onError(error, archive.on(path), archive, fail);
    }
  }
}

/**
 * Refuse a folder that is no archive: what is in its `projects` would be read, and count as kept.
 *
 * @param folder the folder, absolute; it need not exist.
 * @throws FileError if it is a file, or has a folder `projects` without transcripts, such as one of programs.
 */
export async function assertArchive(folder: string): Promise<void> {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || existsSync(join(folder, ownFolder))) return;
  if (!stats.isDirectory()) throw new FileError(`Unexpected file \`${folder}\`, expected a folder`);
  const projects = join(folder, "projects");
  if (!existsSync(projects) || readdirSync(projects).length === 0) return;
  const paths = [...(await statesIn(folder)).keys()];
  if (!paths.some((path) => path.endsWith(".jsonl") && isTranscript(path)))
    throw new FileError(`Unexpected files in \`${projects}\`, expected a new folder, or an archive of transcripts`);
}
