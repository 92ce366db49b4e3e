import { groupBy } from "@ccdag/core";
import { projectDirectory } from "@ccdag/library";
import { indexScriptHash, indexStyleHash } from "@ccdag/render-html/hashes";
import { hashOf, type Manifest, type ManifestSearch, searchFolder, workPage } from "./site-manifest.ts";
import type { SiteFolder } from "./site-folder.ts";
import type { WriteSiteOptions } from "./site-options.ts";

/**
 * Write the index page of a site, and the page of work, if their input has changed.
 *
 * @param folder the folder of the site.
 * @param projects the projects to list.
 * @param search the full-text search index of the site; absent if there is none.
 * @param before the result of the last run; absent if there is none.
 * @param options the version and the options of the run, and the projects that were moved.
 * @returns a hash of the input of the pages, and their marks.
 */
export async function writeIndex(
  folder: SiteFolder,
  projects: Manifest["projects"],
  search: ManifestSearch | undefined,
  before: Manifest["index"],
  { signature, aliases, redaction }: Pick<WriteSiteOptions, "signature" | "aliases" | "redaction">,
): Promise<NonNullable<Manifest["index"]>> {
  const rows = Object.entries(projects).sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = rows
    .map(([, { title, sessions, kept }]) => ({
      // A new path may hold what is redacted in the old one.
      title: projectDirectory(title, redaction === undefined ? aliases : undefined),
      sessions: [...sessions, ...(kept?.sessions ?? [])],
    }))
    .filter(({ sessions }) => sessions.length > 0);
  // What is kept of a project that was moved is in the folder that it had.
  const joined = [...groupBy(listed, ({ title }) => title)].map(([title, group]) => ({
    title,
    sessions: group.flatMap(({ sessions }) => sessions),
  }));
  const place = search && searchFolder;
  const key = hashOf([JSON.stringify(joined), place ?? "", signature, indexScriptHash, indexStyleHash]);
  const isKept = before?.key === key && before.work !== undefined && (await folder.isThere(workPage, before.work));
  if (isKept && (await folder.isThere("index.html", before.mark))) return before;
  const { renderIndex, renderWork } = await import("./render-index.ts");
  // A page is written before the links to it.
  const work = await folder.write(workPage, renderWork(joined, { index: "index.html" }));
  return { key, mark: await folder.write("index.html", renderIndex(joined, { search: place, work: workPage })), work };
}
