import { VFile } from "vfile";
import { isForUser } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import { count } from "@ccdag/mdast/amounts";
import { hasUnread, type InputSource, MessageList } from "@ccdag/library";
import type { WriteSiteOptions } from "./site-options.ts";
import { lock } from "./site-lock.ts";
import {
  assertSite,
  filesOf,
  hashOf,
  type Manifest,
  readOrCreateManifest,
  unitsOf,
  writeManifest,
} from "./site-manifest.ts";
import { nameProject } from "./name-project.ts";
import type { SitePart } from "./site-parts.ts";
import { SiteProgress, type SourceSize } from "./source-size.ts";
import { openOnDemand, ProjectPages } from "./write-project.ts";
import { addKept, beginRun, note, type SiteRun } from "./site-run.ts";
import { SiteFolder } from "./site-folder.ts";
import { updateSearch } from "../search/update-search.ts";
import { writeIndex } from "./write-index.ts";
import type { Written } from "./written.ts";

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
 * @throws RequestError if the folder contains other files, or another run is writing to it.
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

/** What took less than this, in milliseconds, may as well be done again. */
const worthNoting = 1000;

async function writeAll(
  sources: readonly InputSource[],
  folder: SiteFolder,
  options: WriteSiteOptions,
  old: Manifest,
): Promise<Written> {
  const run = beginRun(folder, options, old);
  try {
    const sizes: SourceSize[] = [];
    for (const source of sources) sizes.push((await options.sizeOf?.(source)) ?? { sessions: 0, bytes: 0 });
    const progress = new SiteProgress(sizes, options.progress);
    for (const source of sources) await tryProject(run, source, progress);
  } catch (error) {
    // The next run need not begin again.
    await note(run).catch(() => {});
    throw error;
  }
  // A run that is interrupted while the search index is written need not render its pages again.
  if (options.search && run.changed.size > 0 && Date.now() - run.began > worthNoting) await note(run);
  await addKept(run);
  return finishSite(run, sources.length);
}

/** Write a project. A fault in one of them is a message about it, its old pages stay, and the others are written. */
async function tryProject(run: SiteRun, source: InputSource, progress: SiteProgress): Promise<void> {
  try {
    await writeProject(run, source, progress);
  } catch (error) {
    // These concern the whole run: a wrong option, a full disk, a plugin.
    if (isForUser(error)) throw error;
    run.hasFailed = true;
    const file = new VFile({ path: source.folder });
    file.message(`Cannot write the pages of this project: ${whyOf(error)}`).fatal = true;
    await run.options.report(file);
  }
}

/** Write the pages of a project, those of each part only if it has changed. */
async function writeProject(run: SiteRun, source: InputSource, progress: SiteProgress): Promise<void> {
  const { folder, options, old, projects } = run;
  const { session } = source;
  const parts = await options.divide(source);
  const isSecret = options.redaction !== undefined;
  const paths = parts.flatMap((part) => part.paths);
  const name = nameProject(source.folder, paths, session, isSecret, old.projects, new Set(Object.keys(projects)));
  progress.begin(name);
  const known = old.projects[name];
  const units = new Map(unitsOf(known).map((unit) => [unit.key, unit]));
  const pages = new ProjectPages(name, folder);
  const messages = new MessageList();
  const changed: Array<{ key: string; part: SitePart }> = [];
  for (const part of parts) {
    const key = hashOf([options.signature, session ?? "", part.key]);
    const unit = units.get(key);
    if (known && unit && (await pages.keep(unit, known))) progress.add(part);
    else changed.push({ key, part });
  }
  if (known && changed.length > 0) folder.retire(known.files);
  for (const { key, part } of changed) {
    const file = await part.read();
    try {
      // A damaged file is reported by each run.
      await pages.write(hasUnread(file) ? "" : key, await openOnDemand(file, session, options, pages.nameOf));
      run.changed.set(name, pages);
    } catch (error) {
      if (parts.length === 1 || isForUser(error)) throw error;
      run.hasFailed = true;
      file.message(`Cannot write the pages of ${count(part.paths.length, "file")}: ${whyOf(error)}`).fatal = true;
    }
    messages.add(file);
    progress.add(part);
    if (Date.now() >= run.nextNote) await note(run);
  }
  projects[name] = { key: hashOf(parts.map(({ key }) => key)), policy: options.policy, ...pages.toManifest() };
  await options.report(messages.toFile());
}

/** Write the search index, the index page and the manifest, and remove obsolete files. */
async function finishSite(run: SiteRun, projectCount: number): Promise<Written> {
  const { folder, options, old, projects } = run;
  const pages = filesOf({ projects });
  const search = options.search ? await updateSearch(folder, pages, old.search, options.searchPostings) : undefined;
  const index = await writeIndex(folder, projects, search, old.index, options);
  const removed = await folder.removeOthers(filesOf({ projects, search, index }));
  await writeManifest(folder.path, { version: 1, projects, search, index }, options.writer);
  return {
    projects: projectCount,
    pages: [...pages.keys()].filter((path) => path.endsWith(".html")).length,
    written: folder.written,
    removed,
    kept: Object.values(projects).reduce((sum, { kept }) => sum + (kept?.sessions.length ?? 0), 0),
  };
}
