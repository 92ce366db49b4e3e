import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { listFiles, statOf } from "@ccdag/files";
import { FileError } from "@ccdag/files/errors";
import { realpathIn, targetOf } from "./write-atomically.ts";
import { ownFolder } from "./archive-manifest.ts";

/** A file to keep. */
export interface FileToKeep {
  /** Where it is in the archive, with `/`. */
  readonly path: string;
  /** The path for the file system; as bytes if it is not UTF-8. */
  readonly real: string | Buffer;
  /** Size, times and inode. */
  readonly state: string;
  /** When it was written, in nanoseconds since 1970. */
  readonly modified: bigint;
}

/** What there is to keep. */
export interface FoundSources {
  /** The files, the one that was written last first: a run may be stopped early, as a hook is. */
  readonly files: readonly FileToKeep[];
  /** What is not kept, and why: links that lead elsewhere, folders that cannot be listed. */
  readonly omitted: ReadonlyArray<{ readonly path: string; readonly reason: string; readonly isLink: boolean }>;
}

/**
 * The folders that an archive is made of.
 *
 * @param folder the archive, absolute; it need not exist.
 * @param roots the folders of projects of the run; those that do not exist are skipped, and so is the archive itself, which
 *   a config can name as one of them.
 * @returns those that can be kept there; none if none exists.
 * @throws FileError if one is in the archive, or the archive in one.
 */
export async function rootsToKeep(folder: string, roots: readonly string[]): Promise<string[]> {
  const archive = (await targetOf(folder)).path;
  const kept: string[] = [];
  for (const root of roots) {
    const real = realpathIn(root);
    if (real === undefined) continue;
    if (real === join(archive, "projects") && existsSync(join(archive, ownFolder))) continue;
    if (isIn(real, archive) || isIn(archive, real))
      throw new FileError(
        `Unexpected folder \`${folder}\`, expected one that is not in \`${root}\` and does not contain it`,
      );
    kept.push(root);
  }
  return kept;
}

function isIn(inner: string, outer: string): boolean {
  return `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
}

/**
 * List every regular file of folders of projects, known to ccdag or not, and the prompt history beside them.
 *
 * @param roots the folders; the files of several are kept as one folder.
 * @param followLinks whether links that lead out of a folder are followed.
 */
export async function findToKeep(roots: readonly string[], followLinks: boolean): Promise<FoundSources> {
  const files: FileToKeep[] = [];
  const omitted: Array<FoundSources["omitted"][number]> = [];
  const add = (path: string, real: string | Buffer) => {
    const stats = statOf(real);
    // It has been removed meanwhile, or is a link without a target.
    if (stats === undefined || !stats.isFile()) return;
    const { size, mtimeNs, ctimeNs, dev, ino } = stats;
    files.push({ path, real, state: [size, mtimeNs, ctimeNs, dev, ino].join(" "), modified: mtimeNs });
  };
  for (const root of roots) {
    for (const { path, real, reason } of await listFiles(root, { followLinks, hasLinkedProjects: true })) {
      if (reason === undefined) add(`projects/${path}`, real);
      else omitted.push({ path: join(root, path), reason, isLink: reason.startsWith("Unexpected link") });
    }
    const history = join(dirname(root), "history.jsonl");
    if (basename(root) === "projects") add("history.jsonl", history);
  }
  files.sort((a, b) => (a.modified > b.modified ? -1 : a.modified < b.modified ? 1 : a.path < b.path ? -1 : 1));
  return { files, omitted };
}
