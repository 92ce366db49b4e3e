import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { groupBy } from "@ccdag/core";
import { findProjects, type ListOptions } from "@ccdag/files";
import { RequestError } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";
import { once } from "./once.ts";
import type { InputSource } from "./input-source.ts";

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
  const found: Array<{ name: string; folder: string }> = [];
  for (const root of roots)
    for (const folder of await findProjects(root, options)) found.push({ name: relative(root, folder), folder });
  return [...groupBy(found, ({ name }) => name)]
    .map(([name, group]) => ({ name, folders: group.map(({ folder }) => folder) }))
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

/** The projects of all roots of a run; they are listed once. */
export function projectsOf(io: Pick<LibraryIo, "roots" | "followLinks" | "memo">): Promise<ProjectFolder[]> {
  return once(io, projectsOf, () => listProjects(io.roots, io));
}

/** All projects of all roots as one source; absent if no root exists. */
export function allProjects({ roots }: { readonly roots: readonly string[] }): InputSource | undefined {
  const [folder, ...also] = existing(roots);
  return folder === undefined ? undefined : { input: folder, folder, also };
}

/** The prompt histories beside the folders of projects. */
export function historiesOf(roots: readonly string[]): string[] {
  return roots
    .filter((root) => basename(root) === "projects")
    .map((root) => join(dirname(root), "history.jsonl"))
    .filter((path) => existsSync(path));
}

/**
 * Refuse a run without a folder of projects.
 *
 * @returns all projects as one source.
 * @throws RequestError if no root exists.
 */
export function assertProjects({ roots }: { readonly roots: readonly string[] }): InputSource {
  const all = allProjects({ roots });
  if (all !== undefined) return all;
  throw noProjects({ roots });
}

/** The error for a run without a folder of projects. */
export function noProjects({ roots }: { readonly roots: readonly string[] }): RequestError {
  return new RequestError(`No folder of projects: \`${roots.join("`, `")}\` does not exist; --root names another one`);
}

/** The folders of the project of a transcript, and the name of the transcript there. */
export function placeOf(path: string, roots: readonly string[]): Pick<InputSource, "folder" | "also" | "named"> {
  const project = dirname(path);
  const [folder, ...also] = foldersNamed(roots, project);
  return { folder: folder ?? project, also, named: basename(path) };
}
