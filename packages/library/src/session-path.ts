import { dirname } from "node:path";
import { sessionStemOf } from "@ccdag/ccast";

/** The folder of the project of a file, relative to its root; `.` for the root itself. */
export function projectFolderOf(path: string): string {
  return dirname(sessionStemOf(path));
}
