import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { groupBy } from "@ccdag/core";
import { findProjects } from "@ccdag/files";
import { RequestError } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";
import { once } from "./once.ts";
import { type InputSource, listingOf } from "./input-source.ts";
import { isWorktree, projectKeyOf } from "./project-identity.ts";

/** A project of the client, in one root or in several. */
export interface ProjectFolder {
  /** Its folder, relative to the root: the path of the working directory with `-` for every other character. It need not exist. */
  readonly name: string;
  /**
   * Its folders, the one with its name first: one for each root, those of its worktrees, and of paths that it had before it was
   * moved.
   */
  readonly folders: readonly string[];
}

/** What says where projects are. */
export type ProjectIo = Pick<LibraryIo, "roots" | "aliases" | "isInRootsOnly" | "memo">;

/**
 * List the projects of all roots. Only folders are listed, nothing is read.
 *
 * @param roots folders of projects; those that do not exist are skipped.
 * @param io whether links are followed, and which projects were moved.
 * @returns the projects, sorted by name.
 */
export async function listProjects(
  roots: readonly string[],
  io: ProjectIo & Pick<LibraryIo, "followLinks">,
): Promise<ProjectFolder[]> {
  const found: Array<{ name: string; folder: string }> = [];
  for (const root of roots)
    for (const folder of await findProjects(root, listingOf(root, io)))
      found.push({ name: relative(root, folder), folder });
  return [...groupBy(found, ({ name }) => projectKeyOf(name, io.aliases))]
    .map(([key, group]) => ({
      name: key,
      folders: group.sort((a, b) => Number(b.name === key) - Number(a.name === key)).map(({ folder }) => folder),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/**
 * The folders of the project of a folder, in all roots: one session may continue another one in any of them.
 *
 * @param name the folder, relative to its root.
 * @param io the roots, and the projects that were moved.
 * @returns those of that name first. Of links that lead to one folder, and that folder, only the first.
 */
export function projectFoldersOf(name: string, io: ProjectIo): string[] {
  if (name === "" || name === ".") return existing(io.roots);
  const found = foldersByKey(dirname(name), io).get(projectKeyOf(name, io.aliases)) ?? [];
  const isNamed = (path: string) => Number(basename(path) === basename(name));
  const places = new Map<string, string>();
  for (const path of found.toSorted((a, b) => isNamed(b) - isNamed(a))) {
    const place = realpathSync(path);
    if (!places.has(place)) places.set(place, path);
  }
  return [...places.values()];
}

/** The folders of projects in all roots, by what those of one project have in common. They are listed once in a run. */
function foldersByKey(above: string, io: ProjectIo): ReadonlyMap<string, readonly string[]> {
  return once(io, `folders of projects in ${above}`, () => {
    const found = io.roots.flatMap((root) => foldersIn(join(root, above), io.isInRootsOnly !== true));
    return groupBy(found, (path) => projectKeyOf(join(above, basename(path)), io.aliases));
  });
}

/** The folders that the name of a project means: of a worktree its own, else those of the whole project. */
export function foldersNamed(name: string, io: ProjectIo): string[] {
  const folders = projectFoldersOf(name, io);
  return isWorktree(name) ? folders.filter((folder) => basename(folder) === basename(name)) : folders;
}

/** The folders in a folder, and links to folders unless they are unwanted; none if it cannot be listed. */
function foldersIn(folder: string, hasLinks: boolean): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    // A link in a ring leads nowhere.
    const isLink = hasLinks && entry.isSymbolicLink() && existsSync(path) && statSync(path).isDirectory();
    return entry.isDirectory() || isLink ? [path] : [];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The roots that exist: they are read as one. */
export function existing(roots: readonly string[]): string[] {
  return roots.filter((root) => existsSync(root));
}

/**
 * The path of a file, relative to the root that it is in.
 *
 * @param folder its folder.
 * @param name its name.
 * @returns absent if it is in no root.
 */
export function pathInRoot(folder: string, name: string, { roots }: Pick<LibraryIo, "roots">): string | undefined {
  const inside = roots
    .map((root) => relative(root, folder))
    .find((path) => !path.startsWith("..") && !isAbsolute(path));
  return inside === undefined ? undefined : join(inside, name);
}

/** The projects of all roots of a run; they are listed once. */
export function projectsOf(io: ProjectIo & Pick<LibraryIo, "followLinks" | "memo">): Promise<ProjectFolder[]> {
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
export function placeOf(path: string, io: ProjectIo): Pick<InputSource, "folder" | "also" | "named"> {
  const project = dirname(path);
  const [folder, ...also] = projectFoldersOf(project, io);
  return { folder: folder ?? project, also, named: basename(path) };
}
