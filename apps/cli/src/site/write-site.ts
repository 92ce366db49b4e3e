import { RequestError, whyOf } from "@ccdag/pipeline";
import { VFile } from "vfile";
import { count } from "../count.ts";
import type { InputSource } from "../locate.ts";
import { exit } from "../io.ts";
import { exitCode, MessageList } from "../messages.ts";
import type { Writer } from "../write/writer.ts";
import { keepOld, pagesOf } from "./keep-old.ts";
import { lock } from "./lock.ts";
import {
  assertSite,
  filesOf,
  hashOf,
  type Manifest,
  type ManifestProject,
  readOrCreateManifest,
  unitsOf,
  writeManifest,
} from "./manifest.ts";
import { nameProject } from "./name-project.ts";
import type { PageOptions } from "./open-project.ts";
import type { SitePart } from "./site-parts.ts";
import { openOnDemand, ProjectPages } from "./write-project.ts";
import { SiteFolder } from "./site-folder.ts";
import { writeSearchIndex } from "./search-index.ts";
import { writeIndex } from "./write-index.ts";
import type { Written } from "./written.ts";

/** Options of {@link writeSite}. */
export interface WriteSiteOptions extends PageOptions {
  /** The version and all options that change a page: if it differs from that of the last run, all pages are rendered again. */
  readonly signature: string;
  /** A hash of the redaction. */
  readonly policy: string;
  /** Whether to write a full-text search index. */
  readonly search: boolean;
  /** The size of the pages of one search index, at most (default: 40 MB); there are as many as it takes. */
  readonly searchBytes?: number | undefined;
  /** Whether to remove pages whose transcripts no longer exist. */
  readonly prune: boolean;
  /**
   * Asks before all pages of projects that this run did not read are removed.
   *
   * @returns whether to remove them.
   */
  readonly confirm: (projects: readonly string[], pages: number) => Promise<boolean>;
  /** Divides a project into parts. */
  readonly divide: (source: InputSource) => Promise<readonly SitePart[]>;
  /** Writes all files. */
  readonly writer: Writer;
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
 * @param path the folder of the site; it is created if it does not exist.
 * @param options what to write, and callbacks for progress and messages.
 * @returns what was done.
 * @throws CallError if the folder contains other files, or another run is writing to it.
 */
export async function writeSite(
  sources: readonly InputSource[],
  path: string,
  options: WriteSiteOptions,
): Promise<Written> {
  await assertSite(path);
  const unlock = await lock(path);
  try {
    const old = await readOrCreateManifest(path, options.writer);
    const folder = await SiteFolder.open(path, filesOf(old), options.writer);
    let isComplete = false;
    try {
      const written = await writeAll(sources, folder, options, old);
      isComplete = true;
      return written;
    } finally {
      await folder.close(isComplete);
    }
  } finally {
    await unlock();
  }
}

type Projects = Record<string, ManifestProject>;

/** The state of a run. */
interface SiteRun {
  readonly folder: SiteFolder;
  readonly options: WriteSiteOptions;
  /** The manifest of the last run. */
  readonly old: Manifest;
  /** The projects of this run. */
  readonly projects: Projects;
  /** The projects that the manifest lists if the run is interrupted. */
  readonly soFar: Projects;
  /** Whether a project could not be written: then no pages are removed. */
  hasFailed: boolean;
}

async function writeAll(
  sources: readonly InputSource[],
  folder: SiteFolder,
  options: WriteSiteOptions,
  old: Manifest,
): Promise<Written> {
  const run: SiteRun = { folder, options, old, projects: {}, soFar: { ...old.projects }, hasFailed: false };
  for (const [at, source] of sources.entries())
    await tryProject(run, source, (name) => options.progress(at, sources.length, name));
  await addKept(run);
  return finishSite(run, sources.length);
}

/** Write a project. A fault in one of them is a message about it, its old pages stay, and the others are written. */
async function tryProject(run: SiteRun, source: InputSource, progress: (name: string) => void): Promise<void> {
  try {
    await writeProject(run, source, progress);
  } catch (error) {
    // These concern the whole run: a wrong option, a full disk, a plugin.
    if (error instanceof RequestError) throw error;
    run.hasFailed = true;
    const file = new VFile({ path: source.folder });
    file.message(`Cannot write the pages of this project: ${whyOf(error)}`).fatal = true;
    await run.options.report(file);
  }
}

/** Write the pages of a project, those of each part only if it has changed. */
async function writeProject(run: SiteRun, source: InputSource, progress: (name: string) => void): Promise<void> {
  const { folder, options, old, projects } = run;
  const { session } = source;
  const parts = await options.divide(source);
  const isSecret = options.redaction !== undefined;
  const paths = parts.flatMap((part) => part.paths);
  const name = nameProject(source.folder, paths, session, isSecret, old.projects, new Set(Object.keys(projects)));
  progress(name);
  const known = old.projects[name];
  const units = new Map(unitsOf(known).map((unit) => [unit.key, unit]));
  const pages = new ProjectPages(name, folder);
  const messages = new MessageList();
  const changed: Array<{ key: string; part: SitePart }> = [];
  let next = Date.now() + noteEvery;
  for (const part of parts) {
    const key = hashOf([options.signature, session ?? "", part.key]);
    const unit = units.get(key);
    if (!(known && unit && (await pages.keep(unit, known)))) changed.push({ key, part });
  }
  if (known && changed.length > 0) await folder.retire(known.files);
  for (const { key, part } of changed) {
    const file = await part.read();
    try {
      // A damaged file is reported by each run.
      await pages.write(
        exitCode(file) === exit.done ? key : "",
        await openOnDemand(file, session, options, pages.nameOf),
      );
    } catch (error) {
      if (parts.length === 1 || error instanceof RequestError) throw error;
      run.hasFailed = true;
      file.message(`Cannot write the pages of ${count(part.paths.length, "file")}: ${whyOf(error)}`).fatal = true;
    }
    messages.add(file);
    if (Date.now() >= next) next = await note(run, name, pages);
  }
  if (changed.length > 0) await note(run, name, pages);
  projects[name] = { key: hashOf(parts.map(({ key }) => key)), policy: options.policy, ...pages.toManifest() };
  await options.report(messages.toFile());
}

/** How often the manifest is written while a project is, at most, in milliseconds: an interrupted run need not begin again. */
const noteEvery = 3000;

/** List what was written so far of a project, and what was there before, so that an interrupted run leaves a site that works; returns when to do it again. */
async function note(run: SiteRun, name: string, pages: ProjectPages): Promise<number> {
  const began = Date.now();
  const { folder, options, old, soFar } = run;
  const project = { key: "", policy: options.policy, ...pages.toManifest() };
  soFar[name] = { ...project, kept: await keptOf(run, name, pagesOf({ [name]: project })) };
  await writeManifest(folder.path, { ...old, projects: soFar }, options.writer);
  // It reads the pages that are not rendered yet, which must not take longer than what it saves.
  return Date.now() + Math.max(noteEvery, 20 * (Date.now() - began));
}

/** The pages of an earlier run to keep in a project, as far as none of the pages that were rendered has their name. */
async function keptOf(
  { options, old, folder }: SiteRun,
  name: string,
  rendered: ReadonlySet<string>,
): Promise<ManifestProject["kept"]> {
  const before = old.projects[name];
  const policy = options.redaction === undefined ? undefined : options.policy;
  return before && keepOld(before, (page) => rendered.has(page), policy, folder.path);
}

/** Add the kept pages of all projects, also of those that were not read. */
async function addKept(run: SiteRun): Promise<void> {
  const { old, projects, options } = run;
  const rendered = pagesOf(projects);
  const unread = new Map<string, ManifestProject>();
  for (const [name, { title }] of Object.entries(old.projects)) {
    const kept = await keptOf(run, name, rendered);
    if (kept === undefined) continue;
    const empty = { key: "", policy: "", title, sessions: [], files: {} };
    if (projects[name] === undefined) unread.set(name, { ...empty, kept });
    else if (!options.prune || run.hasFailed) projects[name] = { ...projects[name], kept };
  }
  const pages = [...unread.values()].reduce((sum, { kept }) => sum + kept!.sessions.length, 0);
  if (options.prune && !run.hasFailed && (unread.size === 0 || (await options.confirm([...unread.keys()], pages))))
    return;
  for (const [name, project] of unread) projects[name] = project;
}

/** Write the search index, the index page and the manifest, and remove obsolete files. */
async function finishSite(run: SiteRun, projectCount: number): Promise<Written> {
  const { folder, options, old, projects } = run;
  const pages = filesOf({ projects });
  const { search, why } = options.search ? await writeSearchIndex(folder, pages, old.search, options.searchBytes) : {};
  const index = await writeIndex(folder, projects, search, old.index, options.signature);
  const removed = await folder.removeOthers(filesOf({ projects, search, index }));
  await writeManifest(folder.path, { version: 1, projects, search, index }, options.writer);
  return {
    projects: projectCount,
    pages: [...pages.keys()].filter((path) => path.endsWith(".html")).length,
    written: folder.written,
    removed,
    kept: Object.values(projects).reduce((sum, { kept }) => sum + (kept?.sessions.length ?? 0), 0),
    search: why ?? search !== undefined,
  };
}
