import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { plainName } from "./is-transcript.ts";
import { textsIn } from "./read-bytes.ts";
import { namesOfSessions } from "./names-of-sessions.ts";
import { linkedProjects, type ListedFile, listFiles, type ListOptions } from "./list-files.ts";

export { desktopFolder } from "./cache.ts";
export { newestSession } from "./newest-session.ts";

/**
 * The folder that holds all projects: `$CLAUDE_CONFIG_DIR/projects`, else `~/.claude/projects`.
 *
 * @param env the environment variables (default: those of this process).
 * @returns a path; the folder need not exist.
 */
export function projectsRoot(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return join(env["CLAUDE_CONFIG_DIR"] || join(env["HOME"] || homedir(), ".claude"), "projects");
}

/**
 * The name that the client gives to the project of a working directory.
 *
 * @param cwd an absolute path.
 * @returns the name of a folder below {@link projectsRoot}: every character but letters and digits is a `-`.
 */
export function projectName(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, "-");
}

/**
 * Find the folders below a root that hold transcripts.
 *
 * @param root such as {@link projectsRoot}.
 * @param options which links are followed.
 * @returns paths that begin with `root`, sorted; empty if the root cannot be listed.
 */
export async function findProjects(root: string, options: ListOptions = {}): Promise<string[]> {
  const files = await transcriptsIn(root, options);
  const own = files.filter(({ path }) => !/(?:^|\/)(?:journal|history)\.jsonl$/.test(path));
  return [...new Set(own.map(({ path }) => join(root, projectOf(path))))].sort();
}

/** The folder of the project of a transcript. Agents have a folder of their own below the name of their session. */
function projectOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const at = basename(path).startsWith("agent-") ? folders.indexOf("subagents", 1) : -1;
  return (at === -1 ? folders : folders.slice(0, at - 1)).join("/");
}

/**
 * Find the transcripts of sessions by the beginning of their id.
 *
 * @param root such as {@link projectsRoot}.
 * @param prefix a session id, or its beginning.
 * @param options which links are followed.
 * @returns paths that begin with `root`, sorted. An exact match comes alone; empty if the root cannot be listed.
 */
export async function findSessions(root: string, prefix: string, options: ListOptions = {}): Promise<string[]> {
  const matches = (await transcriptsIn(root, options)).filter(({ path }) => {
    const name = basename(path);
    return name.startsWith(prefix) && !name.startsWith("agent-");
  });
  const exact = matches.filter(({ path }) => basename(plainName(path)) === `${prefix}.jsonl`);
  return (exact.length > 0 ? exact : matches).map(({ path }) => join(root, path));
}

/**
 * Find the projects whose files contain a text, such as a uuid. Files are read one at a time, as bytes.
 *
 * @param root such as {@link projectsRoot}.
 * @param text the text to search for, case-sensitive.
 * @param options which links are followed.
 * @returns paths of project folders that begin with `root`, sorted.
 */
export async function findHolders(root: string, text: string, options: ListOptions = {}): Promise<string[]> {
  const found = new Set<string>();
  for (const { path, real } of await transcriptsIn(root, options)) {
    const project = join(root, path.split("/")[0]!);
    if (found.has(project)) continue;
    if ((await textsIn(real, [text])).length > 0) found.add(project);
  }
  return [...found].sort();
}

async function transcriptsIn(root: string, options: ListOptions = {}): Promise<ListedFile[]> {
  const files = await listFiles(root, options).catch(() => []);
  return files.filter(({ path, reason }) => reason === undefined && plainName(path).endsWith(".jsonl"));
}

/**
 * List the ids of the sessions of a project by the names of its files, without reading them.
 *
 * @param folder the folder of a project.
 * @returns ids, sorted; empty if the folder cannot be listed.
 */
export async function sessionIds(folder: string): Promise<string[]> {
  const names = (await namesOfSessions(folder)).map((name) => plainName(name).slice(0, -".jsonl".length));
  // What has another name cannot be typed as an id.
  return [...new Set(names.filter((name) => /^\w[\w-]*$/.test(name)))].sort();
}

/**
 * List the folders below the folder of all projects, without looking into them.
 *
 * @param root such as {@link projectsRoot}.
 * @returns paths that begin with `root`, sorted; empty if the root cannot be listed.
 */
export async function projectFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const own = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name));
  return [...own, ...(await linkedProjects(root))].sort();
}
