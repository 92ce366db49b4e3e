import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type * as PagefindModule from "pagefind";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CallError } from "../io.ts";
import { reasonOf } from "../write/atomic.ts";
import { hashOf, type Manifest } from "./manifest.ts";
import type { SiteFolder } from "./site-folder.ts";

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
 * @param before the last index; absent if there is none.
 * @returns the index: a hash of its pages, and its files; or why there is none.
 * @throws CallError if its files cannot be written.
 */
export async function writeSearchIndex(
  folder: SiteFolder,
  files: ReadonlyMap<string, string>,
  before: Manifest["search"],
): Promise<{ search?: Manifest["search"]; why?: string }> {
  const pages = [...files].filter(([path]) => path.endsWith(".html")).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = hashOf(pages.flat());
  if (key === before?.key && (await folder.areThere(before.files))) return { search: before };
  const pagefind = await import("pagefind").catch(() => undefined);
  if (pagefind === undefined) return { why: "search covers titles only: install pagefind for full-text search" };
  // Pagefind writes through links and over any file: it gets a folder of its own.
  const draft = await mkdtemp(join(tmpdir(), "ccdag-search-"));
  try {
    await Promise.race([writeDraft(pagefind, folder.path, pages, draft), untilIdle()]);
    return { search: { key, files: await copyInto(folder, draft) } };
  } catch (error) {
    if (error instanceof CallError) throw error;
    return { why: `search covers titles only: ${reasonOf(error)}` };
  } finally {
    await Promise.race([pagefind.close(), untilIdle()]).catch(() => {});
    await rm(draft, { recursive: true, force: true });
  }
}

type Pagefind = Pick<typeof PagefindModule, "createIndex">;

async function writeDraft(
  pagefind: Pagefind,
  folder: string,
  pages: ReadonlyArray<readonly [path: string, mark: string]>,
  draft: string,
): Promise<void> {
  const { index, errors } = await pagefind.createIndex({});
  if (!index) throw new Error(errors.join(", "));
  for (const [path] of pages) {
    const content = await readFile(join(folder, path), "utf8");
    await index.addHTMLFile({ url: path, content: withHeadingIds(content) });
  }
  await index.writeFiles({ outputPath: draft });
}

/** Rejects when nothing else can happen: the promises of Pagefind never settle if its process has ended. */
function untilIdle(): Promise<never> {
  return new Promise((_, reject) => {
    process.once("beforeExit", () => reject(new Error("Pagefind ended early; is the disk full?")));
  });
}

/** The file that names all others: it is written last, so that an interrupted run leaves the old index or the new one. */
const entry = "pagefind-entry.json";

async function copyInto(folder: SiteFolder, draft: string): Promise<Record<string, string>> {
  const found = await readdir(draft, { recursive: true, withFileTypes: true });
  const names = found
    .flatMap((item) => (item.isFile() ? join(item.parentPath, item.name).slice(draft.length + 1) : []))
    .map((name) => name.replaceAll("\\", "/"))
    .sort((a, b) => Number(a === entry) - Number(b === entry) || (a < b ? -1 : 1));
  const files: Record<string, string> = {};
  for (const name of names)
    files[`pagefind/${name}`] = await folder.write(`pagefind/${name}`, await readFile(join(draft, name)));
  return files;
}
