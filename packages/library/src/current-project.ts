import { dirname, resolve } from "node:path";
import { newestSession, projectName } from "@ccdag/files";
import { RequestError } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";
import { existing, foldersNamed, type ProjectIo } from "./projects.ts";
import { newestOf } from "./session-in-folder.ts";
import type { InputSource } from "./input-source.ts";

/**
 * The project of the current folder, or of the nearest folder above it that has one.
 *
 * @param io the environment of the run.
 * @param isWhole whether the whole project is meant, not its newest session.
 * @throws RequestError if there is none.
 */
export async function currentProject(io: LibraryIo, isWhole: boolean): Promise<InputSource> {
  const folders = await projectAbove(io.cwd, io);
  if (folders === undefined) {
    const where =
      existing(io.roots).length === 0 ? `\`${io.roots[0]}\` does not exist` : "`ccdag ls` lists all sessions";
    throw new RequestError(`No transcript of \`${io.cwd}\` or of a folder above it; ${where}`);
  }
  const [folder, ...also] = folders as [string, ...string[]];
  return isWhole ? { input: ".", folder, also } : { ...(await newestOf(folders))!, input: "." };
}

/** The folders of the project of a directory, or of the nearest one above it; absent if there is none. */
export async function projectAbove(directory: string, io: ProjectIo): Promise<string[] | undefined> {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const folders = await projectOf(at, io);
    if (folders.length > 0) return folders;
    if (at === dirname(at)) return undefined;
  }
}

/** The folders of the project of a working directory that hold a session. */
export async function projectOf(directory: string, io: ProjectIo): Promise<string[]> {
  const found: string[] = [];
  for (const folder of foldersNamed(projectName(directory), io))
    if ((await newestSession(folder)) !== undefined) found.push(folder);
  return found;
}
