import { basename } from "node:path";
import { RequestError } from "@ccdag/pipeline/tables";
import { type InputSource, type LibraryIo, listProjects, noTranscript, type ProjectFolder } from "@ccdag/library";

/**
 * Find the projects of a site.
 *
 * @param given what the inputs mean: folders of transcripts or of projects, and transcripts.
 * @param io the environment of the run.
 * @returns the projects, sorted by folder. Several sessions of one project stand beside each other.
 * @throws RequestError if a source contains no transcript.
 */
export async function findSources(given: readonly InputSource[], io: LibraryIo): Promise<InputSource[]> {
  const found = new Map<string, InputSource>();
  for (const source of given) {
    const { input, folder, also = [], session, path, stream, gone } = source;
    if (gone !== undefined)
      throw new RequestError(`Only prompts are left of session \`${session}\`; \`ccdag export ${session}\` shows them`);
    if (stream !== undefined) throw new RequestError(`Unexpected stream \`${input}\`, expected a file or a folder`);
    if (path !== undefined && basename(path).startsWith("agent-"))
      throw new RequestError(`Unexpected file \`${input}\`, expected the transcript of a session`);
    const folders = [folder, ...also];
    const projects = session === undefined ? outermost(await listProjects(folders, io)) : [{ name: "", folders }];
    if (projects.length === 0) throw noTranscript(input);
    for (const {
      folders: [first, ...others],
    } of projects)
      found.set(`${first}\n${session ?? ""}`, { ...source, folder: first!, also: others });
  }
  const sources = [...found.values()];
  const whole = new Set(sources.flatMap(({ folder, session }) => (session === undefined ? folder : [])));
  return sources
    .filter(({ folder, session }) => session === undefined || !whole.has(folder))
    .sort((a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0));
}

/** The projects that are not inside another one of them: folders are read recursively. */
function outermost(projects: readonly ProjectFolder[]): ProjectFolder[] {
  const kept: ProjectFolder[] = [];
  for (const project of projects)
    if (!kept.some(({ name }) => name === "" || project.name.startsWith(`${name}/`))) kept.push(project);
  return kept;
}
