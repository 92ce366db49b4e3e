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
import { removeSearchIndex, writeSearchIndex } from "./search-index.ts";

/** The result of {@link writeSite}, as numbers. */
export interface Written {
  /** Projects of this run. */
  readonly projects: number;
  /** Pages of the site. */
  readonly pages: number;
  /** Files that are new or different. */
  readonly written: number;
  /** Files that were removed. */
  readonly removed: number;
  /** Sessions whose pages were kept although their transcripts were not read. */
  readonly kept: number;
  /** Whether there is a full-text search index; or why there is none although it was requested. */
  readonly search: boolean | string;
}

/** Options of {@link writeSite}. */
export interface WriteSiteOptions extends PageOptions {
  /** The version and all options that change a page: if it differs from that of the last run, all pages are rendered again. */
  readonly signature: string;
  /** A hash of the redaction. */
  readonly policy: string;
  /** Whether to write a full-text search index. */
  readonly search: boolean;
  /** Whether to remove pages whose transcripts no longer exist. */
  readonly prune: boolean;
  /** Called before each project. */
  readonly progress: (done: number, of: number, name: string) => void;
  /** Called with the files of each project, to print their messages. */
  readonly report: (file: VFile) => Promise<void>;
}

/**
 * Write pages of projects, and an index of them. Unchanged projects are not rendered again, and equal files are not
 * written. Pages are written before the links to them, and obsolete files are removed last: an interrupted run leaves a
 * site that works. Pages are kept when their transcripts are gone, except with `prune`, or if they were rendered with
 * another redaction than the current one.
 *
 * @param sources the projects.
 * @param folder the folder of the site; it is created if it does not exist.
 * @param options what to write, and callbacks for progress and messages.
 * @returns what was done.
 * @throws CallError if the folder contains other files, or another run is writing to it.
 */
export async function writeSite(
  sources: readonly SiteSource[],
  folder: string,
  options: WriteSiteOptions,
): Promise<Written> {
  const old = await readOrCreateManifest(folder);
  const unlock = await lock(folder);
  try {
    return await writeAll(sources, folder, options, old);
  } finally {
    await unlock();
  }
}

type Projects = Record<string, ManifestProject>;

/** The state of a run. */
interface SiteRun {
  readonly folder: string;
  readonly options: WriteSiteOptions;
  /** The manifest of the last run. */
  readonly old: Manifest;
  /** The files of the last run, with their marks. */
  readonly before: ReadonlyMap<string, string>;
  /** Files of earlier runs, which are removed at the end unless this run needs them. */
  readonly leftovers: readonly string[];
  /** The projects of this run. */
  readonly projects: Projects;
  /** The projects that the manifest lists if the run is interrupted. */
  readonly soFar: Projects;
  /** Number of files that are new or different. */
  written: number;
}

async function writeAll(
  sources: readonly SiteSource[],
  folder: string,
  options: WriteSiteOptions,
  old: Manifest,
): Promise<Written> {
  const before = filesOf(old.projects);
  const leftovers = [...before.keys(), ...old.leftovers];
  const run: SiteRun = {
    folder,
    options,
    old,
    before,
    leftovers,
    projects: {},
    soFar: { ...old.projects },
    written: 0,
  };
  for (const [at, source] of sources.entries())
    await writeProject(run, source, (name) => options.progress(at, sources.length, name));
  await addKept(run);
  return finishSite(run, sources.length);
}

/** Write the pages of a project, unless nothing has changed. */
async function writeProject(run: SiteRun, source: SiteSource, progress: (name: string) => void): Promise<void> {
  const { folder, options, old, leftovers, projects, soFar } = run;
  const { session } = source;
  const file = await readProject(source.folder);
  const isSecret = options.redaction !== undefined;
  const name = nameProject(source.folder, file, session, isSecret, old.projects, new Set(Object.keys(projects)));
  progress(name);
  const key = hashOfProject(file, options.signature, session ?? "");
  const known = old.projects[name];
  if (known?.key === key && (await areThere(folder, known.files))) projects[name] = { ...known, kept: undefined };
  else {
    // If the run is interrupted from here on, the next one finds the files of this project by its name.
    await writeManifest(folder, { ...old, projects: soFar, leftovers, unfinished: name });
    const pages = await writePages(name, await open(file, session, options), run);
    projects[name] = { key, policy: options.policy, ...pages };
    const kept = await keptOf(run, name, { [name]: projects[name] });
    soFar[name] = { ...projects[name], kept };
    // If the run is interrupted later, the next one need not render this project again.
    await writeManifest(folder, { ...old, projects: soFar, leftovers });
  }
  await options.report(file);
}

/** The pages of an earlier run to keep in a project, as far as none of the rendered projects contains them. */
async function keptOf(
  { options, old, folder }: SiteRun,
  name: string,
  rendered: Projects,
): Promise<ManifestProject["kept"]> {
  const before = options.prune ? undefined : old.projects[name];
  const pages = new Set(Object.values(rendered).flatMap(({ sessions }) => sessions.map(({ href }) => baseOf(href))));
  const policy = options.redaction === undefined ? undefined : options.policy;
  return before && keepOld(before, (page) => pages.has(page), policy, folder);
}

/** Add the kept pages of all projects, also of those that were not read. */
async function addKept(run: SiteRun): Promise<void> {
  const { old, projects } = run;
  const rendered = { ...projects };
  for (const [name, { title }] of Object.entries(old.projects)) {
    const kept = await keptOf(run, name, rendered);
    if (kept) projects[name] = { ...(projects[name] ?? { key: "", policy: "", title, sessions: [], files: {} }), kept };
  }
}

/** Write the search index, the index page and the manifest, and remove obsolete files. */
async function finishSite(run: SiteRun, count: number): Promise<Written> {
  const { folder, options, old, leftovers, projects } = run;
  const wanted = filesOf(projects);
  const search = options.search ? await writeSearchIndex(folder, wanted, old.words) : {};
  // An old index contains the text of pages that may have been removed.
  if (search.key === undefined) await removeSearchIndex(folder);
  const index = await writeIndex(folder, projects, search.key !== undefined, old.index, options.signature);
  if (index !== old.index) run.written++;
  const unfinished = old.unfinished === undefined ? [] : await siteFilesIn(folder, old.unfinished);
  const removed = [...new Set([...leftovers, ...unfinished])].filter((path) => !wanted.has(path));
  for (const path of removed) await remove(folder, path);
  await writeManifest(folder, { version: 1, projects, leftovers: [], words: search.key, index });
  return {
    projects: count,
    pages: [...wanted.keys()].filter((path) => path.endsWith(".html")).length,
    written: run.written,
    removed: removed.length,
    kept: Object.values(projects).reduce((sum, { kept }) => sum + (kept?.sessions.length ?? 0), 0),
    search: search.why ?? search.key !== undefined,
  };
}

/** Write the index page if its input has changed; returns its size and a hash of its input. */
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
  const key = hashOf(JSON.stringify(listed), pagefind ?? "", signature);
  if (before?.endsWith(`-${key}`) && (await isThere(folder, "index.html", before))) return before;
  const { toIndexPage } = await import("@ccdag/render-html");
  const text = toIndexPage(listed, { pagefind });
  await writeAtomically(join(folder, "index.html"), text);
  return `${Buffer.byteLength(text)}-${key}`;
}

/** Read the manifest of a site, or begin a new site in an empty folder. */
async function readOrCreateManifest(folder: string): Promise<Manifest> {
  const found = await readManifest(folder);
  if (found) return found;
  const stats = await stat(folder).catch(() => undefined);
  if (stats && !stats.isDirectory())
    throw new CallError(`Unexpected --output \`${folder}\`, which is a file; expected a folder`);
  if (stats && (await readdir(folder)).length > 0)
    throw new CallError(
      `Unexpected --output \`${folder}\`, which contains other files; expected an empty folder or a site of ccdag`,
    );
  const empty: Manifest = { version: 1, projects: {}, leftovers: [] };
  await writeManifest(folder, empty);
  return empty;
}

/** The renderer is loaded on demand: an unchanged site does not need it. */
async function open(file: VFile, session: string | undefined, options: PageOptions): Promise<OpenProject> {
  const { openProject } = await import("./open-project.ts");
  return openProject(file, session, options);
}

/** Write the pages of a project; files that a page links to are written before it. */
async function writePages(
  name: string,
  { title = name, sessions, names, render }: OpenProject,
  run: SiteRun,
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
      await writeFile(run, target, content, mark);
    }
  }
  return { title, sessions: sessions.map((one) => ({ ...one, href: `${name}/${one.href}` })), files };
}

/** Write a file, unless the last run wrote the same one and it still exists. */
async function writeFile(run: SiteRun, path: string, content: string | Uint8Array, mark: string): Promise<void> {
  if (run.before.get(path) === mark && (await isThere(run.folder, path, mark))) return;
  await writeAtomically(join(run.folder, path), content);
  run.written++;
}

/** All files of the projects, with their marks. */
function filesOf(projects: Manifest["projects"]): Map<string, string> {
  return new Map(
    Object.values(projects).flatMap(({ files, kept }) => [
      ...Object.entries(files),
      ...Object.entries(kept?.files ?? {}),
    ]),
  );
}

/** The paths of pages and of their files in the folder of a project. */
async function siteFilesIn(folder: string, name: string): Promise<string[]> {
  const found = await readdir(join(folder, name), { recursive: true }).catch(() => []);
  const pattern = /^(?:session-[\w.-]+\.html|attachments\/[0-9a-f]{20}\.\w+)$/;
  return found
    .map((path) => path.replaceAll("\\", "/"))
    .flatMap((path) => (pattern.test(path) ? [`${name}/${path}`] : []));
}

/** Remove a file, and the folders that are then empty. */
async function remove(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  for (let up = dirname(path); up !== "."; up = dirname(up)) await rmdir(join(folder, up)).catch(() => {});
}

async function areThere(folder: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  const found = await Promise.all(Object.entries(files).map(([path, mark]) => isThere(folder, path, mark)));
  return !found.includes(false);
}

/** Whether a file exists with the size in its mark. */
async function isThere(folder: string, path: string, mark: string): Promise<boolean> {
  const stats = await stat(join(folder, path)).catch(() => undefined);
  return stats?.isFile() === true && stats.size === sizeIn(mark);
}
