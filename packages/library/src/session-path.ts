import { dirname } from "node:path";
import { sessionStemOf } from "@ccdag/ccast";

/** The folder of the project of a file, relative to its root; `.` for the root itself. */
export function projectFolderOf(path: string): string {
  return dirname(sessionStemOf(path));
}

/**
 * What the files of one project have in common: its folder, with the letter of a drive of Windows as a capital. A terminal and an
 * editor write it differently, so that the client makes two folders of one project.
 */
export function projectKeyOf(path: string): string {
  return projectFolderOf(path).replace(
    /(^|[\\/])([a-z])(?=--[^\\/]*$)/i,
    (_, before: string, drive: string) => before + drive.toUpperCase(),
  );
}

/** A working directory as it is shown; of Windows with a capital drive and its own slashes. */
export function shownDirectory(cwd: string): string {
  return /^[a-z]:[\\/]/i.test(cwd) ? cwd[0]!.toUpperCase() + cwd.slice(1).replaceAll("/", "\\") : cwd;
}
