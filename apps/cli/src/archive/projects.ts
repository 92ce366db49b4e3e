import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { findProjects, type ListOptions } from "@ccdag/files";
import type { InputSource } from "../input/source.ts";

/** A project of the client, in one root or in several. */
export interface ProjectFolder {
  /** Its folder, relative to the root: the path of the working directory with `-` for every other character. */
  readonly name: string;
  /** Its folders, one for each root that has it. */
  readonly folders: readonly string[];
}

/**
 * List the projects of all roots. Only folders are listed, nothing is read.
 *
 * @param roots folders of projects; those that do not exist are skipped.
 * @param options whether links are followed.
 * @returns the projects, sorted by name.
 */
export async function listProjects(roots: readonly string[], options: ListOptions): Promise<ProjectFolder[]> {
  const byName = new Map<string, string[]>();
  for (const root of roots)
    for (const folder of await findProjects(root, options)) {
      const name = relative(root, folder);
      const known = byName.get(name);
      if (known) known.push(folder);
      else byName.set(name, [folder]);
    }
  return [...byName]
    .map(([name, folders]) => ({ name, folders }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The folders of a project by its name, in the roots that have it. */
export function foldersNamed(roots: readonly string[], name: string): string[] {
  return roots.map((root) => join(root, name)).filter((folder) => existsSync(folder));
}

/** The roots that exist: they are read as one. */
export function existing(roots: readonly string[]): string[] {
  return roots.filter((root) => existsSync(root));
}

/** All projects of all roots as one source; absent if no root exists. */
export function allProjects({ roots }: { readonly roots: readonly string[] }): InputSource | undefined {
  const [folder, ...also] = existing(roots);
  return folder === undefined ? undefined : { input: folder, folder, also };
}

/** The folders of the project of a transcript, and the name of the transcript there. */
export function placeOf(path: string, roots: readonly string[]): Pick<InputSource, "folder" | "also" | "named"> {
  const project = dirname(path);
  const [folder, ...also] = foldersNamed(roots, project);
  return { folder: folder ?? project, also, named: basename(path) };
}
