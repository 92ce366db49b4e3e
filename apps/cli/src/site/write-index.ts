import { hashOf, type Manifest } from "./manifest.ts";
import type { SiteFolder } from "./site-folder.ts";

/**
 * Write the index page of a site if its input has changed.
 *
 * @param folder the folder of the site.
 * @param projects the projects to list.
 * @param hasSearch whether the site has a full-text search index.
 * @param before the result of the last run; absent if there is none.
 * @param signature the version and the options of the run.
 * @returns a hash of the input of the page, and its mark.
 */
export async function writeIndex(
  folder: SiteFolder,
  projects: Manifest["projects"],
  hasSearch: boolean,
  before: Manifest["index"],
  signature: string,
): Promise<NonNullable<Manifest["index"]>> {
  const rows = Object.entries(projects).sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = rows
    .map(([, { title, sessions, kept }]) => ({ title, sessions: [...sessions, ...(kept?.sessions ?? [])] }))
    .filter(({ sessions }) => sessions.length > 0);
  const pagefind = hasSearch ? "pagefind/pagefind.js" : undefined;
  const key = hashOf([JSON.stringify(listed), pagefind ?? "", signature]);
  if (before?.key === key && (await folder.isThere("index.html", before.mark))) return before;
  const { renderIndex } = await import("./render-index.ts");
  const text = renderIndex(listed, { pagefind });
  return { key, mark: await folder.write("index.html", text) };
}
