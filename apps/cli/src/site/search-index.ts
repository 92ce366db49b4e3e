import { readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hashOf } from "./manifest.ts";

/**
 * Prepare a page for Pagefind, which links to headings with an id; on a page the message has the id. The title of a result
 * is the time of the turn, because the match may be in the answer.
 */
function withHeadingIds(page: string): string {
  return page.replace(
    /<article id="(msg-[^"]+)" class="prompt">\s*<(h\d)>([^<]*)(?:<a [^>]*>(<time[^>]*>[^<]*<\/time>)<\/a>)?/g,
    (_, id: string, heading: string, title: string, time: string | undefined) =>
      `<article class="prompt"><${heading} id="${id}">${time ?? title}`,
  );
}

/**
 * Write the search index with Pagefind, which may not be installed. If no page has changed, the index is kept.
 *
 * @param folder the folder of the site.
 * @param files the mark of each file of the site, by path.
 * @param before the key of the last index; absent if there is none.
 * @returns the key of the index, a hash of its pages; or why there is no index.
 */
export async function writeSearchIndex(
  folder: string,
  files: ReadonlyMap<string, string>,
  before: string | undefined,
): Promise<{ key?: string; why?: string }> {
  const pages = [...files].filter(([path]) => path.endsWith(".html")).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = hashOf(...pages.flat());
  const isThere = await stat(join(folder, "pagefind/pagefind.js")).then(
    () => true,
    () => false,
  );
  if (key === before && isThere) return { key };
  const pagefind = await import("pagefind").catch(() => undefined);
  if (pagefind === undefined) return { why: "search covers titles only: install pagefind for full-text search" };
  try {
    const { index, errors } = await pagefind.createIndex({});
    if (!index) throw new Error(errors.join(", "));
    for (const [path] of pages) {
      const content = await readFile(join(folder, path), "utf8");
      await index.addHTMLFile({ url: path, content: withHeadingIds(content) });
    }
    // File names of the index contain hashes: without a new folder, files of the last index would stay.
    const draft = join(folder, "pagefind.new");
    await rm(draft, { recursive: true, force: true });
    await index.writeFiles({ outputPath: draft });
    await rm(join(folder, "pagefind"), { recursive: true, force: true });
    await rename(draft, join(folder, "pagefind"));
    return { key };
  } catch (error) {
    return { why: `search covers titles only: ${(error as Error).message}` };
  } finally {
    await pagefind.close();
  }
}

/** Remove the search index: it contains the text of all pages that it was made of. */
export async function removeSearchIndex(folder: string): Promise<void> {
  for (const name of ["pagefind", "pagefind.new"]) await rm(join(folder, name), { recursive: true, force: true });
}
