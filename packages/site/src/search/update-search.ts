import { hashOf, type ManifestSearch } from "../pages/site-manifest.ts";
import type { SiteFolder } from "../pages/site-folder.ts";

/** The version of the files: an index of another version is made again. */
export const searchVersion = "2";

/**
 * Write the search index of a site, if a page has changed. Only then the program for it is loaded.
 *
 * @param folder the folder of the site.
 * @param files the mark of each file of the site, by path.
 * @param before the last index; absent if there is none.
 * @param maxPostings how many words of pages are in memory, at most (default: 3 million).
 * @throws RequestError if its files cannot be written.
 */
export async function updateSearch(
  folder: SiteFolder,
  files: ReadonlyMap<string, string>,
  before: ManifestSearch | undefined,
  maxPostings?: number,
): Promise<ManifestSearch> {
  const pages = new Map([...files].filter(([path]) => path.endsWith(".html")).sort(([a], [b]) => (a < b ? -1 : 1)));
  const key = hashOf([searchVersion, ...[...pages].flat()]);
  if (before?.key === key && (await folder.areThere(before.files))) return before;
  const { writeSearch } = await import("./write-search.ts");
  return writeSearch(folder, pages, key, before, maxPostings);
}
