import { join } from "node:path";
import {
  eachWord,
  type PageMessage,
  readPage,
  type SearchIndex,
  type SearchMessage,
  searchPaths,
} from "@ccdag/render-html/search";
import { RequestError } from "@ccdag/pipeline/tables";
import { type ManifestSearch, type ManifestSegment, searchFolder, segmentsOf } from "../pages/site-manifest.ts";
import type { SiteFolder } from "../pages/site-folder.ts";
import { DamagedIndexError, packScript, readScript } from "./packed.ts";
import { blockPath, type Files, mergeSegments, sizeOfSegment, writeBlocks } from "./segment.ts";
import { divideText } from "./text-parts.ts";
import { searchVersion } from "./update-search.ts";
import { WordList } from "./word-list.ts";

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
 * @throws RequestError if its files cannot be written.
 */
export async function writeSearch(
  folder: SiteFolder,
  pages: ReadonlyMap<string, string>,
  key: string,
  before: ManifestSearch | undefined,
  maxPostings?: number,
): Promise<ManifestSearch> {
  const run = { folder, pages, key, maxPostings };
  try {
    return await update(run, await readState(folder, pages, before));
  } catch (error) {
    if (!(error instanceof DamagedIndexError)) throw error;
  }
  return update(run, { files: {}, segments: [] }).catch((error: unknown) => {
    const path = join(folder.path, searchFolder);
    throw error instanceof DamagedIndexError
      ? new RequestError(`Unexpected content in \`${path}\`; remove that folder`)
      : error;
  });
}

/** What an index is written from. */
interface SearchRun {
  readonly folder: SiteFolder;
  readonly pages: ReadonlyMap<string, string>;
  readonly key: string;
  readonly maxPostings: number | undefined;
}

/** A segment of the last index, and whether it holds words that no page has any more: these must not stay in a file. */
interface KnownSegment extends ManifestSegment {
  readonly isStale: boolean;
}

/** What of the last index is as it has to be. */
interface SearchState {
  readonly files: Files;
  readonly segments: readonly KnownSegment[];
}

async function readState(
  folder: SiteFolder,
  pages: ReadonlyMap<string, string>,
  before: ManifestSearch | undefined,
): Promise<SearchState> {
  const files: Files = {};
  const segments: KnownSegment[] = [];
  for (const segment of before?.version === searchVersion ? segmentsOf(before) : []) {
    const blocks = listedFiles(blockPaths(segment), before!.files);
    if (blocks === undefined || !(await folder.areThere(blocks))) continue;
    const own: string[] = [];
    let isStale = false;
    const partOf = countParts();
    for (const page of segment.pages) {
      const part = partOf(page);
      const texts = page === "" ? undefined : listedFiles([textPath(page, part)], before!.files);
      const isKnown = texts !== undefined && (await folder.areThere(texts));
      const isSame = isKnown && pages.get(page) === before!.pages?.[page];
      own.push(isSame ? page : "");
      if (isSame) Object.assign(files, texts);
      // Where an interrupted run has written what a page says now, it is not known what it said before.
      else if (page !== "") isStale ||= !isKnown || !pages.has(page) || (await hasLost(folder, page, part));
    }
    if (own.every((page) => page === "")) continue;
    Object.assign(files, blocks);
    segments.push({ pages: own, blocks: segment.blocks, isStale });
  }
  return { files, segments };
}

/** Returns a function that counts how often it was called with each page: the pages of a segment are listed with each of their parts. */
function countParts(): (page: string) => number {
  const counts = new Map<string, number>();
  return (page) => {
    const count = counts.get(page) ?? 0;
    counts.set(page, count + 1);
    return count;
  };
}

/** Whether a page that changed lacks a word of a part of it: a page only grows, unless its transcript or the redaction changed. */
async function hasLost(folder: SiteFolder, page: string, part: number): Promise<boolean> {
  try {
    const before = JSON.parse(await readScript(folder, textPath(page, part))) as SearchMessage[];
    const words = new Set<string>();
    for (const { text } of await messagesOf(folder, page)) eachWord(text, (word) => words.add(word));
    let isLost = false;
    for (const [, , text] of before) eachWord(text, (word) => (isLost ||= !words.has(word)));
    return isLost;
  } catch {
    // What it said is not known.
    return true;
  }
}

/** What a page says; nothing if it is not there any more. */
async function messagesOf(folder: SiteFolder, page: string): Promise<PageMessage[]> {
  return readPage((await folder.read(page)) ?? "");
}

/** Files with their marks; absent if one of them is not listed. */
function listedFiles(paths: readonly string[], marks: Readonly<Files>): Files | undefined {
  const found: Files = {};
  for (const path of paths) {
    if (marks[path] === undefined) return undefined;
    found[path] = marks[path];
  }
  return found;
}

function textPath(page: string, part: number): string {
  return searchFolder + searchPaths.text(page, part);
}

/** The files with what the pages of a segment say. */
function textPaths({ pages }: ManifestSegment): string[] {
  const partOf = countParts();
  return pages.flatMap((page) => (page === "" ? [] : [textPath(page, partOf(page))]));
}

async function update({ folder, pages, key, maxPostings }: SearchRun, state: SearchState): Promise<ManifestSearch> {
  const files = { ...state.files };
  let segments: ManifestSegment[] = [];
  for (const { isStale, ...segment } of state.segments)
    segments.push(isStale ? await mergeSegments(folder, [segment], files) : segment);
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
    for (const [part, said] of divideText(await messagesOf(folder, page)).entries()) {
      const packed = packScript(searchPaths.text(page, part), JSON.stringify(said));
      list.add(said.map(([, , text]) => text));
      listed.push(page);
      const path = textPath(page, part);
      files[path] = await folder.write(path, await packed);
    }
    if (list.isFull) await flush();
  }
  await flush();
  segments = await mergeSome(folder, segments, files);
  const index = toIndex([...pages.keys()], segments);
  const path = searchFolder + searchPaths.index;
  const wanted = new Set([path, ...segments.flatMap(textPaths), ...segments.flatMap(blockPaths)]);
  // It names all others: it is written last, so that an interrupted run leaves the old index or the new one.
  files[path] = await folder.write(path, await packScript(searchPaths.index, JSON.stringify(index)));
  return {
    version: searchVersion,
    key,
    files: Object.fromEntries(Object.entries(files).filter(([name]) => wanted.has(name))),
    pages: Object.fromEntries(pages),
    segments,
  };
}

function blockPaths({ blocks }: ManifestSegment): string[] {
  return blocks.map(([, name]) => blockPath(name));
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
