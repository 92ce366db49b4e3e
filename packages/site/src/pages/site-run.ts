import type { WriteSiteOptions } from "./site-options.ts";
import { keepOld, pagesOf } from "./keep-old.ts";
import { type Manifest, type ManifestProject, writeManifest } from "./site-manifest.ts";
import type { SiteFolder } from "./site-folder.ts";
import type { ProjectPages } from "./write-project.ts";

/** The projects of a manifest. */
type Projects = Record<string, ManifestProject>;

/** The state of a run. */
export interface SiteRun {
  readonly folder: SiteFolder;
  readonly options: WriteSiteOptions;
  /** The manifest of the last run. */
  readonly old: Manifest;
  /** The projects of this run. */
  readonly projects: Projects;
  /** The projects that the manifest lists if the run is interrupted. */
  readonly soFar: Projects;
  /** The projects that have changed since the manifest was written. */
  readonly changed: Map<string, ProjectPages>;
  /** When the run began, in milliseconds since 1970. */
  readonly began: number;
  /** When to write the manifest again. */
  nextNote: number;
  /** Whether a project could not be written: then no pages are removed. */
  hasFailed: boolean;
}

/** Begin a run. */
export function beginRun(folder: SiteFolder, options: WriteSiteOptions, old: Manifest): SiteRun {
  const soFar = { ...old.projects };
  const began = Date.now();
  const changed = new Map<string, ProjectPages>();
  return { folder, options, old, projects: {}, soFar, changed, began, nextNote: began + noteEvery, hasFailed: false };
}

/** How often the manifest is written during a run, at most, in milliseconds: an interrupted run need not begin again. */
const noteEvery = 3000;

/** List what was written so far of projects, and what was there before, so that an interrupted run leaves a site that works. */
export async function note(run: SiteRun): Promise<void> {
  const began = Date.now();
  const { folder, options, old, soFar, changed } = run;
  for (const [name, pages] of changed) {
    const project = { key: "", policy: options.policy, ...pages.toManifest() };
    soFar[name] = { ...project, kept: await keptOf(run, name, pagesOf({ [name]: project })) };
  }
  changed.clear();
  await writeManifest(folder.path, { ...old, projects: soFar }, options.writer);
  // It reads the pages that are not rendered yet, which must not take longer than what it saves.
  run.nextNote = Date.now() + Math.max(noteEvery, 20 * (Date.now() - began));
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
export async function addKept(run: SiteRun): Promise<void> {
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
