import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type * as PagefindModule from "pagefind";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CallError } from "../io.ts";
import { reasonOf } from "../write/atomic.ts";
import { hashOf, type Manifest, type ManifestSearch, type SearchPart, searchPartsOf, sizeIn } from "./manifest.ts";
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

/** The pages of one index are this large at most, in bytes: making it takes up to twenty times as much memory. */
const usualBytes = 40_000_000;

type Page = readonly [path: string, mark: string];

/** One of the indexes that are searched together: a large site would not fit into memory, and each change would index all of it. */
interface Shard extends Pick<SearchPart, "folder" | "key"> {
  readonly pages: readonly Page[];
}

/**
 * Divide pages among indexes by their names, so that a page stays in its index when others come and go. Their number is a power of
 * two: only a site that has doubled is divided anew.
 */
function divide(pages: readonly Page[], maxBytes: number): Shard[] {
  const bytes = pages.reduce((sum, [, mark]) => sum + sizeIn(mark), 0);
  let count = 1;
  while (bytes / count > maxBytes) count *= 2;
  const shards = Array.from({ length: count }, (): Page[] => []);
  for (const page of pages) shards[createHash("sha256").update(page[0]).digest().readUInt32LE(0) % count]!.push(page);
  return shards.map((own, index) => ({
    folder: index === 0 ? "pagefind/" : `pagefind/${index}/`,
    key: hashOf(own.flat()),
    pages: own,
  }));
}

/**
 * Write the search index with Pagefind, which may not be installed. What no page of has changed is kept.
 *
 * @param folder the folder of the site.
 * @param files the mark of each file of the site, by path.
 * @param before the last index; absent if there is none.
 * @param maxBytes the size of the pages of one index, at most (default: 40 MB); there are as many as it takes.
 * @returns the index; or why there is none.
 * @throws CallError if its files cannot be written.
 */
export async function writeSearchIndex(
  folder: SiteFolder,
  files: ReadonlyMap<string, string>,
  before: Manifest["search"],
  maxBytes: number = usualBytes,
): Promise<{ search?: ManifestSearch; why?: string }> {
  const pages = [...files].filter(([path]) => path.endsWith(".html")).sort(([a], [b]) => (a < b ? -1 : 1));
  const shards = divide(pages, maxBytes);
  const known = new Map(searchPartsOf(before).map((part) => [`${part.folder} ${part.key}`, part]));
  const parts: SearchPart[] = [];
  const written: Record<string, string> = {};
  const changed: Shard[] = [];
  for (const shard of shards) {
    const part = known.get(`${shard.folder} ${shard.key}`);
    const own = part && filesIn(part, before!);
    if (own && (await folder.areThere(own))) {
      parts.push(part);
      Object.assign(written, own);
    } else changed.push(shard);
  }
  const key = hashOf(pages.flat());
  const toSearch = () => ({ key, files: written, parts: parts.sort((a, b) => (a.folder < b.folder ? -1 : 1)) });
  if (changed.length === 0) return { search: toSearch() };
  const pagefind = await import("pagefind").catch(() => undefined);
  if (pagefind === undefined) return { why: "search covers titles only: install pagefind for full-text search" };
  // Pagefind writes through links and over any file: it gets a folder of its own.
  const draft = await mkdtemp(join(tmpdir(), "ccdag-search-"));
  const { until, stop } = workWithEnd();
  try {
    // The first one is that which a page loads: others are there before it.
    for (const { folder: place, key: own, pages: read } of changed.reverse()) {
      const target = join(draft, place);
      await until(writeDraft(pagefind, folder.path, read, target));
      const copied = await copyInto(folder, target, place);
      await rm(target, { recursive: true, force: true });
      parts.push({ folder: place, key: own, files: Object.keys(copied) });
      Object.assign(written, copied);
    }
    return { search: toSearch() };
  } catch (error) {
    if (error instanceof CallError) throw error;
    return { why: `search covers titles only: ${reasonOf(error)}` };
  } finally {
    await until(pagefind.close()).catch(() => {});
    stop();
    await rm(draft, { recursive: true, force: true });
  }
}

/** The files of an index with their marks; absent if one of them is not listed. */
function filesIn({ files }: SearchPart, { files: marks }: ManifestSearch): Record<string, string> | undefined {
  const found = files.flatMap((path) => (marks[path] === undefined ? [] : [[path, marks[path]] as const]));
  return found.length === files.length ? Object.fromEntries(found) : undefined;
}

type Pagefind = Pick<typeof PagefindModule, "createIndex">;

async function writeDraft(pagefind: Pagefind, folder: string, pages: readonly Page[], draft: string): Promise<void> {
  const { index, errors } = await pagefind.createIndex({});
  if (!index) throw new Error(errors.join(", "));
  for (const [path] of pages) {
    const content = await readFile(join(folder, path), "utf8");
    await index.addHTMLFile({ url: path, content: withHeadingIds(content) });
  }
  await index.writeFiles({ outputPath: draft });
  // Its memory is needed for the next one.
  await index.deleteIndex();
}

/** Waits for work of Pagefind, whose promises never settle if its process has ended: then nothing else can happen. */
function workWithEnd(): { until: <T>(work: Promise<T>) => Promise<T>; stop: () => void } {
  const waiting = new AbortController();
  const ended = once(process, "beforeExit", { signal: waiting.signal }).then(() => {
    throw new Error("Pagefind ended early; is the disk full?");
  });
  // When the work is done, nobody waits for it.
  ended.catch(() => {});
  return { until: (work) => Promise.race([work, ended]), stop: () => waiting.abort() };
}

/** The file that names all others: it is written last, so that an interrupted run leaves the old index or the new one. */
const entry = "pagefind-entry.json";

/** What a page loads of an index; of those beside the first one not the program. */
const needed = /^(?:fragment|index)\/|^pagefind-entry\.json$|\.pf_meta$/;
const program = /^pagefind(?:-worker)?\.js$|^wasm\./;

async function copyInto(folder: SiteFolder, draft: string, place: string): Promise<Record<string, string>> {
  const found = await readdir(draft, { recursive: true, withFileTypes: true });
  const names = found
    .flatMap((item) => (item.isFile() ? join(item.parentPath, item.name).slice(draft.length) : []))
    .map((name) => name.replaceAll("\\", "/").replace(/^\//, ""))
    .filter((name) => needed.test(name) || (place === "pagefind/" && program.test(name)))
    .sort((a, b) => Number(a === entry) - Number(b === entry) || (a < b ? -1 : 1));
  const files: Record<string, string> = {};
  for (const name of names)
    files[`${place}${name}`] = await folder.write(`${place}${name}`, await readFile(join(draft, name)));
  return files;
}
