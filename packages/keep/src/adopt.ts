import { lstatSync } from "node:fs";
import { baseOfVariant, plainName } from "@ccdag/files";
import { reasonOf } from "@ccdag/files/errors";
import { type KeptArchive, statesIn } from "./archive.ts";
import { packingOf, readHashed } from "./hashed-content.ts";

/**
 * Compare the manifest with the files of the archive. A file that it does not know, such as one of a killed run, is
 * read and noted. A file that changed must hold what it held before, and may continue it; else it is unusable.
 *
 * @param archive the archive; the caller has its lock.
 */
export async function adopt(archive: KeptArchive): Promise<void> {
  const { files } = archive.manifest;
  const states = await statesIn(archive.folder);
  const changed: string[] = [];
  for (const [path, state] of states) if (files.get(path)?.state !== state) changed.push(path);
  // They hold nothing for others: a killed run may have compressed several variants before it wrote the manifest.
  const missing = [...files.keys()].filter((path) => !states.has(path));
  for (const path of missing) archive.unusable.set(path, "it is missing");
  // The content of a changed file may have moved to one that is not known yet.
  changed.sort((a, b) => Number(files.has(a)) - Number(files.has(b)));
  for (const path of changed) await adoptOne(archive, path);
  for (const path of missing) if (await isHeld(archive, path)) archive.forget(path);
  for (const path of changed) if (files.has(path) && !archive.unusable.has(path)) await tidy(archive, path);
}

async function adoptOne(archive: KeptArchive, path: string): Promise<void> {
  const known = archive.manifest.files.get(path);
  try {
    const now = await readHashed(archive.on(path), packingOf(path), known === undefined ? [] : [known.size]);
    const isKept =
      known === undefined || now.beginnings.get(known.size) === known.sha256 || (await isHeld(archive, path));
    if (isKept) return archive.note(path, now);
    archive.unusable.set(path, "it has changed since it was kept");
  } catch (error) {
    archive.unusable.set(path, reasonOf(error));
  }
}

/** Whether another variant holds, or continues, the content that the manifest notes for a file. */
async function isHeld(archive: KeptArchive, path: string): Promise<boolean> {
  const { size, sha256 } = archive.manifest.files.get(path)!;
  for (const [other, file] of archive.variants(baseOfVariant(path))) {
    if (other === path || file.size < size) continue;
    const { beginnings } = await readHashed(archive.on(other), packingOf(other), [size]);
    if (beginnings.get(size) === sha256) return true;
  }
  return false;
}

/** Remove what a killed run left: the file that it had replaced under another ending, or linked for the moment. */
async function tidy(archive: KeptArchive, path: string): Promise<void> {
  const { files } = archive.manifest;
  for (const [other, file] of archive.variants(baseOfVariant(path))) {
    const own = files.get(path);
    if (own === undefined || other === path) continue;
    const isSameName = plainName(other) === plainName(path);
    const isSameFile = own.sha256 === file.sha256 && inodeOf(archive.on(path)) === inodeOf(archive.on(other));
    if (!isSameName && !isSameFile) continue;
    const [less, more] = [other, path].sort((a, b) => rankOf(archive, a) - rankOf(archive, b)) as [string, string];
    const { size, sha256 } = files.get(less)!;
    const { beginnings } = await readHashed(archive.on(more), packingOf(more), [size]);
    if (beginnings.get(size) === sha256) archive.replace(less);
  }
}

/** Of two files that hold the same, the longer one stays, the compressed one, or the one without a number. */
function rankOf(archive: KeptArchive, path: string): number {
  const { size } = archive.manifest.files.get(path)!;
  return size + (packingOf(path) === "" ? 0 : 0.5) + (plainName(path) === baseOfVariant(path) ? 0.25 : 0);
}

function inodeOf(path: string): string {
  const { dev, ino } = lstatSync(path, { bigint: true });
  return `${dev}:${ino}`;
}
