import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { firstPart } from "@ccdag/pipeline";
import type { ManifestPart, ManifestProject } from "./manifest.ts";

/**
 * Keep what was told of sessions whose transcripts are not there any more: clients remove these after a month.
 *
 * @param before what was told of a project by an earlier run.
 * @param isRendered whether a page is told by this one, by its name without folder.
 * @param policy what is taken out now, and nothing may stay that was told otherwise; nothing where all may stay.
 * @param folder where the site is: files stay that the pages lead to.
 * @returns nothing where there is nothing to keep.
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
  const own = new Set([
    ...pages,
    ...pages.flatMap((path, at) => beside[at]!.map((name) => path.replace(/[^/]+$/, name))),
  ]);
  const [one] = parts;
  return {
    policy: parts.every((part) => part.policy === one!.policy) ? one!.policy : "",
    sessions: gone.map((session) => ({ ...session, depth: 0 })),
    files: Object.fromEntries(Object.entries(all).filter(([path]) => own.has(path))),
  };
}

/** The name of a page without its folder. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function filesBeside(page: string): Promise<string[]> {
  const text = await readFile(page, "utf8").catch(() => "");
  return [...text.matchAll(/"(attachments\/[\w.-]+)"/g)].map(([, name]) => name!);
}
