import { basename, dirname, join } from "node:path";
import { projectOfFolder } from "@ccdag/ccast";
import { worktreeOf } from "@ccdag/edits";
import { projectName } from "@ccdag/files";
import { projectFolderOf } from "./session-path.ts";
import type { SessionRow } from "./session-row.ts";

/** Where projects are now that were moved or renamed: paths, by the names of the folders that their old paths have. */
export type Aliases = ReadonlyMap<string, string>;

const none: Aliases = new Map();

/** The name of the folder of the project of a working directory. */
export function projectFolderName(cwd: string): string {
  return projectOfFolder(projectName(cwd));
}

/**
 * What the folders of one project have in common. Of a worktree it is that of its repository, of an old path that of the new one;
 * the drive of Windows is a capital.
 *
 * @param folder the folder, relative to its root.
 * @param aliases the projects that were moved (default: none).
 * @returns the folder that the project has now, relative to the root; it need not exist.
 */
export function projectKeyOf(folder: string, aliases: Aliases = none): string {
  if (folder === "") return folder;
  const project = projectOfFolder(basename(folder));
  const moved = aliases.get(project);
  return join(dirname(folder), moved === undefined ? project : projectFolderName(moved));
}

/** Whether a folder, relative to its root, is that of a worktree. */
export function isWorktree(folder: string): boolean {
  return projectKeyOf(folder).length < folder.length;
}

/**
 * The directory of the project of a working directory, as it is shown; of Windows with a capital drive and its own slashes.
 *
 * @param cwd the directory that the client ran in.
 * @param aliases the projects that were moved (default: none).
 */
export function projectDirectory(cwd: string, aliases: Aliases = none): string {
  const project = worktreeOf(cwd)?.repository ?? cwd;
  const now = aliases.get(projectFolderName(project)) ?? project;
  return /^[a-z]:[\\/]/i.test(now) ? now[0]!.toUpperCase() + now.slice(1).replaceAll("/", "\\") : now;
}

/** What says of which project a session is. */
export type RowPlace = Pick<SessionRow, "path"> & Partial<Pick<SessionRow, "cwd" | "worktrees">>;

/** The projects of sessions. */
export interface RowProjects {
  /** Equal for the sessions of one project. */
  readonly keyOf: (row: RowPlace) => string;
  /** What it is called: its directory, as far as that belongs to the name of its folder; else the name of the folder. */
  readonly nameOf: (row: RowPlace) => string;
}

/**
 * Find out which sessions belong to one project, and what it is called.
 *
 * @param rows the sessions, those of other projects included.
 * @param aliases the projects that were moved (default: none).
 */
export function rowProjects(rows: readonly RowPlace[], aliases: Aliases = none): RowProjects {
  const homes = new Map(aliases);
  // Of worktrees that the client made elsewhere, only records say whose they are.
  for (const { worktrees = [] } of rows)
    for (const [path, repository] of worktrees)
      if (worktreeOf(path) === undefined && !aliases.has(projectFolderName(path)))
        homes.set(projectFolderName(path), projectDirectory(repository, aliases));
  const keyOf = ({ path }: RowPlace) => projectKeyOf(projectFolderOf(path), homes);
  const homesByName = new Map([...homes.values()].map((home) => [projectFolderName(home), home]));
  const names = new Map<string, string>();
  for (const row of rows) {
    const directory = row.cwd === undefined ? undefined : projectDirectory(row.cwd, homes);
    const key = keyOf(row);
    if (directory !== undefined && projectFolderName(directory) === basename(key)) names.set(key, directory);
  }
  return {
    keyOf,
    nameOf(row) {
      const key = keyOf(row);
      const own = row.cwd === undefined ? "." : projectDirectory(row.cwd, homes);
      return names.get(key) ?? homesByName.get(basename(key)) ?? (key === "." ? own : basename(key));
    },
  };
}
