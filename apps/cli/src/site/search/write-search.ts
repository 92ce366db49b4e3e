import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { readPage, type SearchIndex, searchPaths, toScript } from "@ccdag/render-html/search";
import { CallError } from "../../io.ts";
import { type ManifestSearch, type ManifestSegment, segmentsOf } from "../manifest.ts";
import type { SiteFolder } from "../site-folder.ts";
import { type Files, mergeSegments, searchFolder, sizeOfSegment, writeBlocks } from "./segment.ts";
import { searchVersion } from "./update-search.ts";
import { WordList } from "./word-list.ts";

const compress = promisify(deflateRaw);

/** A search loads files of each segment, so that there are not many. */
const maxSegments = 4;

/** A segment is merged into the one before it, unless that is this many times larger: each page is written a few times only. */
const ratio = 4;

/**
 * Write the search index of a site. Only pages that have changed are read: their words become a new segment, which is merged with
 * others when there are many.
 *
 * @param folder the folder of the site.
 * @param pages the mark of each page, by path, sorted.
 * @param key a hash of the pages.
 * @param before the last index; absent if there is none.
 * @param maxPostings how many words of pages are in memory, at most (default: 3 million).
 * @throws CallError if its files cannot be written.
 */
export async function writeSearch(
  folder: SiteFolder,
  pages: ReadonlyMap<string, string>,
  key: string,
  before: ManifestSearch | undefined,
  maxPostings?: number,
): Promise<ManifestSearch> {
  const state = await readState(folder, pages, before);
  try {
    return await update(folder, pages, state, key, maxPostings);
  } catch (error) {
    if (error instanceof CallError || before === undefined) throw error;
    // A file of the old index is damaged.
    return update(folder, pages, { files: {}, segments: [] }, key, maxPostings).catch((again: unknown) => {
      const path = join(folder.path, searchFolder);
      throw again instanceof CallError ? again : new CallError(`Unexpected content in \`${path}\`; remove that folder`);
    });
  }
}

/** What of an index is as it has to be. */
interface SearchState {
  readonly files: Files;
  readonly segments: readonly ManifestSegment[];
}

async function readState(
  folder: SiteFolder,
  pages: ReadonlyMap<string, string>,
  before: ManifestSearch | undefined,
): Promise<SearchState> {
  const segments = before?.version === searchVersion ? segmentsOf(before) : [];
  const files: Files = {};
  const kept: ManifestSegment[] = [];
  for (const segment of segments) {
    const blocks = filesOf(segment, before!.files);
    if (blocks === undefined || !(await folder.areThere(blocks))) continue;
    const own = await Promise.all(
      segment.pages.map(async (page) => {
        const path = textPath(page);
        const mark = before!.files[path];
        const isSame = page !== "" && mark !== undefined && pages.get(page) === before!.pages?.[page];
        if (!isSame || !(await folder.isThere(path, mark))) return "";
        files[path] = mark;
        return page;
      }),
    );
    if (own.every((page) => page === "")) continue;
    Object.assign(files, blocks);
    kept.push({ pages: own, blocks: segment.blocks });
  }
  return { files, segments: kept };
}

/** The files of a segment with their marks; absent if one of them is not listed. */
function filesOf({ blocks }: ManifestSegment, marks: Readonly<Files>): Files | undefined {
  const found: Files = {};
  for (const [, name] of blocks) {
    const path = searchFolder + searchPaths.block(name);
    if (marks[path] === undefined) return undefined;
    found[path] = marks[path];
  }
  return found;
}

function textPath(page: string): string {
  return searchFolder + searchPaths.text(page);
}

async function update(
  folder: SiteFolder,
  pages: ReadonlyMap<string, string>,
  state: SearchState,
  key: string,
  maxPostings: number | undefined,
): Promise<ManifestSearch> {
  const files = { ...state.files };
  let segments = [...state.segments];
  const known = new Set(segments.flatMap((segment) => segment.pages));
  let list = new WordList(maxPostings);
  let listed: string[] = [];
  const flush = async () => {
    if (listed.length > 0) segments.push({ pages: listed, blocks: await writeBlocks(folder, list.lines(), files) });
    list = new WordList(maxPostings);
    listed = [];
  };
  for (const page of pages.keys()) {
    if (known.has(page)) continue;
    const messages = readPage(await readFile(join(folder.path, page), "utf8"));
    const packed = compress(JSON.stringify(messages.map(({ id, time, text }) => [id, time, text])), { level: 1 });
    list.add(messages.map(({ text }) => text));
    listed.push(page);
    const path = textPath(page);
    files[path] = await folder.write(path, toScript(searchPaths.text(page), (await packed).toString("base64")));
    if (list.isFull) await flush();
  }
  await flush();
  segments = await mergeSome(folder, segments, files);
  const index = toIndex([...pages.keys()], segments);
  const path = searchFolder + searchPaths.index;
  const wanted = new Set([path, ...[...pages.keys()].map(textPath), ...segments.flatMap(blockPaths)]);
  // It names all others: it is written last, so that an interrupted run leaves the old index or the new one.
  files[path] = await folder.write(path, toScript(searchPaths.index, JSON.stringify(index)));
  return {
    version: searchVersion,
    key,
    files: Object.fromEntries(Object.entries(files).filter(([name]) => wanted.has(name))),
    pages: Object.fromEntries(pages),
    segments,
  };
}

function blockPaths({ blocks }: ManifestSegment): string[] {
  return blocks.map(([, name]) => searchFolder + searchPaths.block(name));
}

/** Merge the last segments, as far as they are not much smaller than those before them. */
async function mergeSome(
  folder: SiteFolder,
  segments: readonly ManifestSegment[],
  files: Files,
): Promise<ManifestSegment[]> {
  const sizes = segments.map((segment) => sizeOfSegment(segment, files));
  let from = segments.length - 1;
  let sum = sizes.at(-1) ?? 0;
  while (from > 0 && (sizes[from - 1]! <= ratio * sum || from >= maxSegments)) sum += sizes[--from]!;
  const [larger, smaller] = [segments.slice(0, from), segments.slice(from)];
  return smaller.length > 1 ? [...larger, await mergeSegments(folder, smaller, files)] : [...segments];
}

function toIndex(paths: readonly string[], segments: readonly ManifestSegment[]): SearchIndex {
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const pages: Array<readonly [folder: string, names: string[]]> = [];
  for (const path of paths) {
    const [folder, name] = path.split("/") as [string, string];
    if (pages.at(-1)?.[0] === folder) pages.at(-1)![1].push(name);
    else pages.push([folder, [name]]);
  }
  const found = segments.map(({ pages: own, blocks }) => ({
    pages: own.map((page) => numbers.get(page) ?? -1),
    blocks,
  }));
  return { pages, segments: found };
}
