import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readProject } from "@ccdag/files";
import type { VFile } from "vfile";
import { CallError } from "../io.ts";
import { writeAtomically } from "../output.ts";
import { keepOld } from "./keep-old.ts";
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
import type { OpenProject, PageOptions } from "./open-project.ts";
import type { Source } from "./sources.ts";
import { removeWords, writeWords } from "./words.ts";

/** What a run of {@link writeSite} did. */
export interface Written {
  readonly projects: number;
  readonly pages: number;
  /** Files that are new or different. */
  readonly written: number;
  readonly removed: number;
  /** Projects and sessions that are still told, though their transcripts are not there. */
  readonly kept: number;
  /** Whether words can be searched on all pages, or why not. */
  readonly words: boolean | string;
}

/** Options of {@link writeSite}. */
export interface SiteOptions extends PageOptions {
  /** The version that tells, and all options that change a page: another one makes all pages anew. */
  readonly signature: string;
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
 * has a site that works. Pages outlive their transcripts, unless it is said otherwise.
 *
 * @param folder where the site is, or will be.
 * @throws CallError where there is something else.
 */
export async function writeSite(sources: readonly Source[], folder: string, options: SiteOptions): Promise<Written> {
  const old = await readOrBegin(folder);
  const isRedacted = options.redaction !== undefined;
  // What was told with secrets must not stay beside what is told without.
  const isKeeping = !options.prune && (!isRedacted || old.isRedacted === true);
  const before = filesOf(old.projects);
  const leftovers = [...before.keys(), ...old.leftovers];
  const projects: Record<string, ManifestProject> = {};
  let written = 0;
  const write = async (target: string, content: string | Uint8Array, mark: string): Promise<void> => {
    if (before.get(target) === mark && (await isThere(folder, target, mark))) return;
    await writeAtomically(join(folder, target), content);
    written++;
  };
  for (const [at, { folder: from, session, name }] of sources.entries()) {
    options.progress(at, sources.length, name);
    const file = await readProject(from);
    const key = hashOfProject(file, options.signature, session ?? "");
    const known = old.projects[name];
    const isSame = known?.key === key && (isKeeping || known.isPartlyKept !== true);
    if (isSame && (await areThere(folder, known.files))) projects[name] = known;
    else {
      const told = await tellInto(name, await open(file, session, options), write);
      projects[name] = { key, ...told };
      if (isKeeping && known) projects[name] = keepOld(projects[name], known);
      // A run that is stopped later need not do this one again.
      await writeManifest(folder, { ...old, projects: { ...old.projects, ...projects }, leftovers });
    }
    await options.report(file);
  }
  const told = Object.keys(projects).length;
  if (isKeeping) for (const [name, project] of Object.entries(old.projects)) projects[name] ??= project;
  const wanted = filesOf(projects);
  const words = options.search ? await writeWords(folder, wanted, old.words) : {};
  if (words.key === undefined && old.words !== undefined) await removeWords(folder);
  const rows = Object.entries(projects).sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = rows.flatMap(([, { title, sessions }]) => (sessions.length > 0 ? [{ title, sessions }] : []));
  const pagefind = words.key === undefined ? undefined : "pagefind/pagefind.js";
  // The size of the index is in front of what it is made of.
  const made = hashOf(JSON.stringify(listed), pagefind ?? "", options.signature);
  let index = old.index ?? "";
  if (!index.endsWith(`-${made}`) || !(await isThere(folder, "index.html", index))) {
    const { toIndexPage } = await import("@ccdag/render-html");
    const text = toIndexPage(listed, { pagefind });
    await writeAtomically(join(folder, "index.html"), text);
    index = `${Buffer.byteLength(text)}-${made}`;
    written++;
  }
  const removed = [...new Set(leftovers)].filter((path) => !wanted.has(path));
  for (const path of removed) await remove(folder, path);
  await writeManifest(folder, {
    version: 1,
    projects,
    leftovers: [],
    words: words.key,
    index,
    isRedacted,
  });
  const pages = [...wanted.keys()].filter((path) => path.endsWith(".html")).length;
  const kept =
    Object.keys(projects).length - told + rows.filter(([, { isPartlyKept }]) => isPartlyKept === true).length;
  return {
    projects: sources.length,
    pages,
    written,
    removed: removed.length,
    kept,
    words: words.why ?? words.key !== undefined,
  };
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
async function tellInto(
  name: string,
  { title = name, sessions, names, tell }: OpenProject,
  write: (target: string, content: string | Uint8Array, mark: string) => Promise<void>,
): Promise<Omit<ManifestProject, "key">> {
  const files: Record<string, string> = {};
  for (const first of names) {
    const { pages, assets } = tell(first);
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
  return new Map(Object.values(projects).flatMap(({ files }) => Object.entries(files)));
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
