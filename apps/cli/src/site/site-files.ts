import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Manifest, sizeIn } from "./manifest.ts";

/** All files of the projects, with their marks. */
export function filesOf(projects: Manifest["projects"]): Map<string, string> {
  return new Map(
    Object.values(projects).flatMap(({ files, kept }) => [
      ...Object.entries(files),
      ...Object.entries(kept?.files ?? {}),
    ]),
  );
}

/** The paths of pages and of their files in the folder of a project. */
export async function siteFilesIn(folder: string, name: string): Promise<string[]> {
  const found = await readdir(join(folder, name), { recursive: true }).catch(() => []);
  const pattern = /^(?:session-[\w.-]+\.html|attachments\/[0-9a-f]{20}\.\w+)$/;
  return found
    .map((path) => path.replaceAll("\\", "/"))
    .flatMap((path) => (pattern.test(path) ? [`${name}/${path}`] : []));
}

/** Remove a file, and the folders that are then empty. */
export async function removeFile(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  for (let up = dirname(path); up !== "."; up = dirname(up)) await rmdir(join(folder, up)).catch(() => {});
}

/** Whether all files exist with the sizes in their marks. */
export async function areThere(folder: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  const found = await Promise.all(Object.entries(files).map(([path, mark]) => isThere(folder, path, mark)));
  return !found.includes(false);
}

/** Whether a file exists with the size in its mark. */
export async function isThere(folder: string, path: string, mark: string): Promise<boolean> {
  const stats = await stat(join(folder, path)).catch(() => undefined);
  return stats?.isFile() === true && stats.size === sizeIn(mark);
}
