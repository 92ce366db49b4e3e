import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readProject } from "@ccdag/files";
import type { VFile } from "vfile";
import { CallError } from "../io.ts";
import { writeAtomically } from "../output.ts";
import { baseOf, keepOld } from "./keep-old.ts";
import { lock } from "./lock.ts";
import {
  hashOf,
  hashOfProject,
  type Manifest,
  type ManifestProject,
  markOf,
  readManifest,
  sizeIn,
  writeManifest,
} from "./manifest.ts";
import { nameProject } from "./name-project.ts";
import type { OpenProject, PageOptions } from "./open-project.ts";
import type { SiteSource } from "./sources.ts";
import { removeWords, writeWords } from "./words.ts";

/** What a run of {@link writeSite} did. */
export interface Written {
  readonly projects: number;
  readonly pages: number;
  /** Files that are new or different. */
  readonly written: number;
  readonly removed: number;
  /** Sessions that are still told, though their transcripts were not read. */
  readonly kept: number;
  /** Whether words can be searched on all pages, or why not. */
  readonly words: boolean | string;
}

/** Options of {@link writeSite}. */
export interface WriteSiteOptions extends PageOptions {
  /** The version that tells, and all options that change a page: another one makes all pages anew. */
  readonly signature: string;
  /** What is taken out. */
  readonly policy: string;
  /** Whether words on all pages can be searched. */
  readonly search: boolean;
  /** Whether pages go whose transcripts are not there any more. */
  readonly prune: boolean;
  /** Told before each project. */
  readonly progress: (done: number, of: number, name: string) => void;
  /** Told of each project that was read, whose messages are printed. */
  readonly report: (file: VFile) => Promise<void>;
}

/**
 * Write pages of projects, and an index of them. What has not changed is not told again, and a file that would be the
 * same is not written. Pages come before what leads to them, and what is no longer wanted goes last: whoever stops a run
 * has a site that works. Pages outlive their transcripts, unless it is said otherwise, or they were told with what is
 * taken out now.
 *
 * @param folder where the site is, or will be.
 * @throws CallError where there is something else, or another run.
 */
export async function writeSite(
  sources: readonly SiteSource[],
  folder: string,
  options: WriteSiteOptions,
): Promise<Written> {
  const old = await readOrBegin(folder);
  const unlock = await lock(folder);
  try {
    return await writeAll(sources, folder, options, old);
  } finally {
    await unlock();
  }
}

type Projects = Record<string, ManifestProject>;

async function writeAll(
  sources: readonly SiteSource[],
  folder: string,
  options: WriteSiteOptions,
  old: Manifest,
): Promise<Written> {
  const { policy } = options;
  const before = filesOf(old.projects);
  const leftovers = [...before.keys(), ...old.leftovers];
  const projects: Projects = {};
  /** What would be there, should the run be stopped. */
  const sofar: Projects = { ...old.projects };
  let written = 0;
  const write = async (target: string, content: string | Uint8Array, mark: string): Promise<void> => {
    if (before.get(target) === mark && (await isThere(folder, target, mark))) return;
    await writeAtomically(join(folder, target), content);
    written++;
  };
  /** What an earlier run told that stays; of all projects, or of one while others are still to come. */
  const keep = async (name: string, rendered: Projects): Promise<ManifestProject["kept"]> => {
    const one = options.prune ? undefined : old.projects[name];
    const pages = new Set(Object.values(rendered).flatMap(({ sessions }) => sessions.map(({ href }) => baseOf(href))));
    const only = options.redaction === undefined ? undefined : policy;
    return one && keepOld(one, (page) => pages.has(page), only, folder);
  };
  for (const [at, { folder: from, session }] of sources.entries()) {
    const file = await readProject(from);
    const isSecret = options.redaction !== undefined;
    const name = nameProject(from, file, session, isSecret, old.projects, new Set(Object.keys(projects)));
    options.progress(at, sources.length, name);
    const key = hashOfProject(file, options.signature, session ?? "");
    const known = old.projects[name];
    if (known?.key === key && (await areThere(folder, known.files))) projects[name] = { ...known, kept: undefined };
    else {
      // Should the run be stopped here, nobody else knows what it has written.
      await writeManifest(folder, { ...old, projects: sofar, leftovers, unfinished: name });
      projects[name] = { key, policy, ...(await writePages(name, await open(file, session, options), write)) };
      const kept = await keep(name, { [name]: projects[name] });
      sofar[name] = { ...projects[name], kept };
      // A run that is stopped later need not do this one again.
      await writeManifest(folder, { ...old, projects: sofar, leftovers });
    }
    await options.report(file);
  }
  const rendered = { ...projects };
  for (const [name, { title }] of Object.entries(old.projects)) {
    const kept = await keep(name, rendered);
    if (kept) projects[name] = { ...(projects[name] ?? { key: "", policy: "", title, sessions: [], files: {} }), kept };
  }
  const wanted = filesOf(projects);
  const words = options.search ? await writeWords(folder, wanted, old.words) : {};
  // It holds the words of all pages that it was made of.
  if (words.key === undefined) await removeWords(folder);
  const index = await writeIndex(folder, projects, words.key !== undefined, old.index, options.signature);
  if (index !== old.index) written++;
  const unfinished = old.unfinished === undefined ? [] : await ownFilesIn(folder, old.unfinished);
  const removed = [...new Set([...leftovers, ...unfinished])].filter((path) => !wanted.has(path));
  for (const path of removed) await remove(folder, path);
  await writeManifest(folder, { version: 1, projects, leftovers: [], words: words.key, index });
  return {
    projects: sources.length,
    pages: [...wanted.keys()].filter((path) => path.endsWith(".html")).length,
    written,
    removed: removed.length,
    kept: Object.values(projects).reduce((sum, { kept }) => sum + (kept?.sessions.length ?? 0), 0),
    words: words.why ?? words.key !== undefined,
  };
}

/** Write the index where it would be another one; the size of it, and a hash of what it is made of. */
async function writeIndex(
  folder: string,
  projects: Projects,
  hasWords: boolean,
  before: string | undefined,
  signature: string,
): Promise<string> {
  const rows = Object.entries(projects).sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = rows
    .map(([, { title, sessions, kept }]) => ({ title, sessions: [...sessions, ...(kept?.sessions ?? [])] }))
    .filter(({ sessions }) => sessions.length > 0);
  const pagefind = hasWords ? "pagefind/pagefind.js" : undefined;
  const made = hashOf(JSON.stringify(listed), pagefind ?? "", signature);
  if (before?.endsWith(`-${made}`) && (await isThere(folder, "index.html", before))) return before;
  const { toIndexPage } = await import("@ccdag/render-html");
  const text = toIndexPage(listed, { pagefind });
  await writeAtomically(join(folder, "index.html"), text);
  return `${Buffer.byteLength(text)}-${made}`;
}

/** The manifest of the site; where there is none, the folder has to be empty. */
async function readOrBegin(folder: string): Promise<Manifest> {
  const found = await readManifest(folder);
  if (found) return found;
  const stats = await stat(folder).catch(() => undefined);
  if (stats && !stats.isDirectory())
    throw new CallError(`Unexpected --output \`${folder}\`, which is a file; expected a folder`);
  if (stats && (await readdir(folder)).length > 0)
    throw new CallError(
      `Unexpected --output \`${folder}\`, which has other files in it; expected an empty folder, or one that this command has written`,
    );
  const empty: Manifest = { version: 1, projects: {}, leftovers: [] };
  await writeManifest(folder, empty);
  return empty;
}

/** What tells is loaded when something is to be told: a site that has not changed needs none of it. */
async function open(file: VFile, session: string | undefined, options: PageOptions): Promise<OpenProject> {
  const { openProject } = await import("./open-project.ts");
  return openProject(file, session, options);
}

/** Write the pages of a project: files that pages lead to come before them. */
async function writePages(
  name: string,
  { title = name, sessions, names, render }: OpenProject,
  write: (target: string, content: string | Uint8Array, mark: string) => Promise<void>,
): Promise<Pick<ManifestProject, "title" | "sessions" | "files">> {
  const files: Record<string, string> = {};
  for (const first of names) {
    const { pages, assets } = render(first);
    const contents = [...assets.map(({ path, bytes }) => [path, bytes] as const), ...pages];
    for (const [path, content] of contents) {
      const target = `${name}/${path}`;
      const mark = markOf(content);
      if (files[target] === mark) continue;
      files[target] = mark;
      await write(target, content, mark);
    }
  }
  return { title, sessions: sessions.map((one) => ({ ...one, href: `${name}/${one.href}` })), files };
}

function filesOf(projects: Manifest["projects"]): Map<string, string> {
  return new Map(
    Object.values(projects).flatMap(({ files, kept }) => [
      ...Object.entries(files),
      ...Object.entries(kept?.files ?? {}),
    ]),
  );
}

/** Pages in the folder of a project, and files of them, by their names. */
async function ownFilesIn(folder: string, name: string): Promise<string[]> {
  const found = await readdir(join(folder, name), { recursive: true }).catch(() => []);
  const own = /^(?:session-[\w.-]+\.html|attachments\/[0-9a-f]{20}\.\w+)$/;
  return found.map((path) => path.replaceAll("\\", "/")).flatMap((path) => (own.test(path) ? [`${name}/${path}`] : []));
}

/** Remove a file, and the folders that are empty then. */
async function remove(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  for (let up = dirname(path); up !== "."; up = dirname(up)) await rmdir(join(folder, up)).catch(() => {});
}

async function areThere(folder: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  const found = await Promise.all(Object.entries(files).map(([path, mark]) => isThere(folder, path, mark)));
  return !found.includes(false);
}

/** Whether a file is there, as long as it was written. */
async function isThere(folder: string, path: string, mark: string): Promise<boolean> {
  const stats = await stat(join(folder, path)).catch(() => undefined);
  return stats?.isFile() === true && stats.size === sizeIn(mark);
}
