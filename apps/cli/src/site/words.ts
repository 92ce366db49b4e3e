import { readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hashOf } from "./manifest.ts";

/** Pagefind finds places by headings that have a name; on a page the message has it. What is found may be an answer: it is called by the time. */
function withTurns(page: string): string {
  return page.replace(
    /<article id="(msg-[^"]+)" class="prompt">\s*<(h\d)>([^<]*)(?:<a [^>]*>(<time[^>]*>[^<]*<\/time>)<\/a>)?/g,
    (_, id: string, heading: string, who: string, time: string | undefined) =>
      `<article class="prompt"><${heading} id="${id}">${time ?? who}`,
  );
}

/**
 * Make the index of words with Pagefind, which may not be installed. Nothing is done where no page has changed since.
 *
 * @param files a hash of each file of the site, by name.
 * @param before what the last index was made of.
 * @returns what this one is made of, or why there is none.
 */
export async function writeWords(
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
  if (pagefind === undefined) return { why: "titles can be searched, for words install pagefind" };
  try {
    const { index, errors } = await pagefind.createIndex({});
    if (!index) throw new Error(errors.join(", "));
    for (const [path] of pages) {
      const content = await readFile(join(folder, path), "utf8");
      await index.addHTMLFile({ url: path, content: withTurns(content) });
    }
    // Names are made of what is in a file: those of the last index would stay.
    const draft = join(folder, "pagefind.new");
    await rm(draft, { recursive: true, force: true });
    await index.writeFiles({ outputPath: draft });
    await rm(join(folder, "pagefind"), { recursive: true, force: true });
    await rename(draft, join(folder, "pagefind"));
    return { key };
  } catch (error) {
    return { why: `titles can be searched, words not: ${(error as Error).message}` };
  } finally {
    await pagefind.close();
  }
}

/** Remove the index of words: it holds the words of all pages that it was made of. */
export async function removeWords(folder: string): Promise<void> {
  for (const name of ["pagefind", "pagefind.new"]) await rm(join(folder, name), { recursive: true, force: true });
}
