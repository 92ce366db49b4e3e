import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readProject } from "@ccdag/files";
import { toIndexPage } from "@ccdag/render-html";
import type { VFile } from "vfile";
import { writeAtomically } from "../output.ts";
import { hashOf, hashOfProject, type Manifest, type ManifestProject, readManifest, writeManifest } from "./manifest.ts";
import type { Source } from "./sources.ts";
import { type PageOptions, tellProject } from "./tell-project.ts";
import { writeWords } from "./words.ts";

/** What a run of {@link writeSite} did. */
export interface Written {
  readonly projects: number;
  readonly pages: number;
  /** Files that are new or different. */
  readonly written: number;
  readonly removed: number;
  /** Whether words can be searched on all pages. */
  readonly hasWords: boolean;
}

/** Options of {@link writeSite}. */
export interface SiteOptions extends PageOptions {
  /** The version that tells, and all options that change a page: another one makes all pages anew. */
  readonly signature: string;
  /** Whether words on all pages can be searched. */
  readonly search: boolean;
  /** Told before each project. */
  readonly progress: (done: number, of: number, name: string) => void;
  /** Told of each project that was read, whose messages are printed. */
  readonly report: (file: VFile) => Promise<void>;
}

/**
 * Write pages of projects, and an index of them. What has not changed is not told again, and a file that would be the
 * same is not written. Pages come before what leads to them, and what is no longer wanted goes last: whoever stops a run
 * has a site that works.
 *
 * @param folder where the site is, or will be.
 */
export async function writeSite(sources: readonly Source[], folder: string, options: SiteOptions): Promise<Written> {
  const old = await readManifest(folder);
  const projects: Record<string, ManifestProject> = {};
  const before = filesOf(old);
  let leftovers = [...before.keys(), ...old.leftovers];
  let written = 0;
  for (const [at, { folder: from, session, name }] of sources.entries()) {
    options.progress(at, sources.length, name);
    const file = await readProject(from);
    const key = hashOfProject(file, options.signature, session ?? "");
    const known = old.projects[name];
    if (known?.key === key && (await areThere(folder, Object.keys(known.files)))) {
      projects[name] = known;
      await options.report(file);
      continue;
    }
    const files: Record<string, string> = {};
    const { title, sessions } = await tellProject(file, session, options, async (path, content) => {
      const hash = hashOf(content);
      const target = `${name}/${path}`;
      if (files[target] === hash) return;
      files[target] = hash;
      if (before.get(target) === hash && (await areThere(folder, [target]))) return;
      await writeAtomically(join(folder, target), content);
      written++;
    });
    await options.report(file);
    const hrefs = sessions.map((one) => ({ ...one, href: `${name}/${one.href}` }));
    projects[name] = { key, title: title ?? name, sessions: hrefs, files };
    // A run that is stopped later need not do this one again.
    await writeManifest(folder, { ...old, projects: { ...old.projects, ...projects }, leftovers });
  }
  const wanted = new Map(Object.values(projects).flatMap(({ files }) => Object.entries(files)));
  const words = options.search ? await writeWords(folder, wanted, old.words) : undefined;
  const index = toIndexPage(
    Object.values(projects).filter(({ sessions }) => sessions.length > 0),
    { pagefind: words === undefined ? undefined : "pagefind/pagefind.js" },
  );
  if (hashOf(index) !== old.index || !(await areThere(folder, ["index.html"]))) {
    await writeAtomically(join(folder, "index.html"), index);
    written++;
  }
  leftovers = [...new Set(leftovers)].filter((path) => !wanted.has(path));
  for (const path of leftovers) await rm(join(folder, path), { force: true });
  const manifest: Manifest = { version: 1, projects, leftovers: [], words, index: hashOf(index) };
  await writeManifest(folder, manifest);
  const pages = [...wanted.keys()].filter((path) => path.endsWith(".html")).length;
  return { projects: sources.length, pages, written, removed: leftovers.length, hasWords: words !== undefined };
}

function filesOf({ projects }: Manifest): Map<string, string> {
  return new Map(Object.values(projects).flatMap(({ files }) => Object.entries(files)));
}

async function areThere(folder: string, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    names.map((path) =>
      stat(join(folder, path)).then(
        (stats) => stats.isFile(),
        () => false,
      ),
    ),
  );
  return !found.includes(false);
}
