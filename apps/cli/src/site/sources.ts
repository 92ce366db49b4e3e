import { basename, resolve } from "node:path";
import { findProjects, projectsRoot } from "@ccdag/files";
import { CallError, type CommandIo } from "../io.ts";
import { locate, noTranscript, type InputSource } from "../locate.ts";

/**
 * Find the projects of a site.
 *
 * @param paths folders of transcripts, folders of projects, and transcripts (default: all projects of the client).
 * @param io the environment of the run.
 * @returns the projects, sorted by folder. Several sessions of one project stand beside each other.
 * @throws CallError if a path contains no transcript.
 */
export async function findSources(paths: readonly string[], io: CommandIo): Promise<InputSource[]> {
  const found = new Map<string, InputSource>();
  for (const input of paths.length > 0 ? paths : [projectsRoot(io.env)]) {
    const source = await locate(resolve(io.cwd, input), io);
    if (source.path !== undefined && basename(source.path).startsWith("agent-"))
      throw new CallError(`Unexpected file \`${input}\`, expected the transcript of a session`);
    const folders = source.session === undefined ? outermost(await findProjects(source.folder, io)) : [source.folder];
    if (folders.length === 0) throw noTranscript(input);
    for (const folder of folders) found.set(`${folder}\n${source.session ?? ""}`, { ...source, folder });
  }
  const sources = [...found.values()];
  const whole = new Set(sources.flatMap(({ folder, session }) => (session === undefined ? folder : [])));
  return sources
    .filter(({ folder, session }) => session === undefined || !whole.has(folder))
    .sort((a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0));
}

/** The folders that are not inside another one of them: folders are read recursively. */
function outermost(folders: readonly string[]): string[] {
  const kept: string[] = [];
  for (const folder of [...folders].sort()) if (!kept.some((one) => folder.startsWith(`${one}/`))) kept.push(folder);
  return kept;
}
