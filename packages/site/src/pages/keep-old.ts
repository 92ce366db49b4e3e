import { join } from "node:path";
import { readRegular } from "@ccdag/keep/write";
import { firstPart } from "@ccdag/pipeline";
import type { ManifestPart, ManifestProject } from "./site-manifest.ts";

/**
 * Find the pages of sessions whose transcripts no longer exist: clients delete transcripts after a month.
 *
 * @param before the project in the manifest of an earlier run.
 * @param isRendered whether this run renders a page, by its name without the folder.
 * @param policy the redaction of this run: pages with another one are not kept; absent if all may be kept.
 * @param folder the folder of the site; files that the kept pages link to are kept, too.
 * @returns the part to keep; absent if there is none.
 */
export async function keepOld(
  before: ManifestProject,
  isRendered: (page: string) => boolean,
  policy: string | undefined,
  folder: string,
): Promise<ManifestPart | undefined> {
  const parts = [before, ...(before.kept ? [before.kept] : [])].filter(
    (part) => policy === undefined || part.policy === policy,
  );
  const gone = parts.flatMap(({ sessions }) => sessions.filter(({ href }) => !isRendered(baseOf(href))));
  if (gone.length === 0) return undefined;
  const all: Record<string, string> = Object.assign({}, ...parts.map(({ files }) => files)) as Record<string, string>;
  const first = new Set(gone.map(({ href }) => href));
  const pages = Object.keys(all).filter((path) => first.has(firstPart(path)));
  const beside = await Promise.all(pages.map((path) => filesBeside(join(folder, path))));
  const kept = new Set([
    ...pages,
    ...pages.flatMap((path, at) => beside[at]!.map((name) => path.replace(/[^/]+$/, name))),
  ]);
  const [one] = parts;
  return {
    policy: parts.every((part) => part.policy === one!.policy) ? one!.policy : "",
    sessions: gone.map((session) => ({ ...session, depth: 0 })),
    files: Object.fromEntries(Object.entries(all).filter(([path]) => kept.has(path))),
  };
}

/** The names of the pages of all sessions of projects, without the folders. */
export function pagesOf(projects: Readonly<Record<string, ManifestProject>>): Set<string> {
  return new Set(Object.values(projects).flatMap(({ sessions }) => sessions.map(({ href }) => baseOf(href))));
}

/** The name of a page without the folder. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function filesBeside(page: string): Promise<string[]> {
  const text = (await readRegular(page)) ?? "";
  return [...text.matchAll(/"(attachments\/[\w.-]+)"/g)].map(([, name]) => name!);
}
