import { eachPosting, searchPaths, writePosting } from "@ccdag/render-html/search";
import { hashOf, type ManifestSegment, searchFolder, sizeIn } from "../pages/site-manifest.ts";
import type { SiteFolder } from "../pages/site-folder.ts";
import { packScript, readScript } from "./packed.ts";
import type { WordLine } from "./word-list.ts";

/** The path of a file with words in a site. */
export function blockPath(name: string): string {
  return searchFolder + searchPaths.block(name);
}

/** How long the text of a file with words is, about, in characters: a search loads one for each word, and segment. */
const blockLength = 32_000;

/** Files of a site with their marks. */
export type Files = Record<string, string>;

/** Write words and where they are as the files of a segment. */
export async function writeBlocks(
  folder: SiteFolder,
  lines: Iterable<WordLine> | AsyncIterable<WordLine>,
  files: Files,
): Promise<ManifestSegment["blocks"]> {
  const blocks: Array<readonly [first: string, name: string]> = [];
  let first = "";
  let block = "";
  const flush = async () => {
    const name = hashOf([block]).slice(0, 16);
    const path = blockPath(name);
    files[path] = await folder.write(path, await packScript(searchPaths.block(name), block));
    blocks.push([first, name]);
    block = "";
  };
  for await (const [word, postings] of lines) {
    if (block === "") first = word;
    block += `${word} ${postings}\n`;
    if (block.length >= blockLength) await flush();
  }
  if (block !== "") await flush();
  return blocks;
}

/** The size of a segment in bytes. */
export function sizeOfSegment({ blocks }: ManifestSegment, files: Files): number {
  return blocks.reduce((sum, [, name]) => sum + sizeIn(files[blockPath(name)]!), 0);
}

/** A segment while it is read, word by word. */
class Cursor {
  readonly #folder: SiteFolder;
  readonly #blocks: ManifestSegment["blocks"];
  /** The number of each of its pages in the merged segment; -1 for none. */
  readonly numbers: Int32Array;
  #next = 0;
  #lines: string[] = [];
  #at = 0;
  /** The word that is read, and its postings; absent at the end. */
  word: string | undefined;
  postings = "";

  constructor(folder: SiteFolder, blocks: ManifestSegment["blocks"], numbers: Int32Array) {
    this.#folder = folder;
    this.#blocks = blocks;
    this.numbers = numbers;
  }

  /** Go to the next word; returns a promise only where a file has to be read. */
  advance(): Promise<void> | undefined {
    if (this.#at === this.#lines.length) return this.#readBlock();
    const line = this.#lines[this.#at++]!;
    const space = line.indexOf(" ");
    this.word = line.slice(0, space);
    this.postings = line.slice(space + 1);
    return undefined;
  }

  async #readBlock(): Promise<void> {
    const block = this.#blocks[this.#next++];
    this.word = undefined;
    if (block === undefined) return;
    this.#lines = (await readScript(this.#folder, blockPath(block[1]))).trimEnd().split("\n");
    this.#at = 0;
    await this.advance();
  }
}

/**
 * Merge segments into one, without the pages that they do not have any more. Only a file of each is in memory.
 *
 * @throws DamagedIndexError if a file is not as it was written.
 */
export async function mergeSegments(
  folder: SiteFolder,
  segments: readonly ManifestSegment[],
  files: Files,
): Promise<ManifestSegment> {
  const pages: string[] = [];
  const cursors = segments.map(({ pages: own, blocks }) => {
    const numbers = Int32Array.from(own, (page) => (page === "" ? -1 : pages.push(page) - 1));
    return new Cursor(folder, blocks, numbers);
  });
  return { pages, blocks: await writeBlocks(folder, mergeLines(cursors), files) };
}

async function* mergeLines(cursors: readonly Cursor[]): AsyncGenerator<WordLine> {
  for (const cursor of cursors) await cursor.advance();
  for (;;) {
    let word: string | undefined;
    for (const cursor of cursors)
      if (cursor.word !== undefined && (word === undefined || cursor.word < word)) word = cursor.word;
    if (word === undefined) return;
    let text = "";
    let last = -1;
    for (const cursor of cursors) {
      if (cursor.word !== word) continue;
      eachPosting(cursor.postings, (own, weight) => {
        const page = cursor.numbers[own] ?? -1;
        if (page === -1) return;
        text += writePosting(page - last, weight);
        last = page;
      });
      const reading = cursor.advance();
      if (reading) await reading;
    }
    if (text !== "") yield [word, text];
  }
}
