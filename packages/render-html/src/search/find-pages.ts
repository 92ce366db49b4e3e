import { eachPosting, type SearchIndex, searchPaths, type SearchSegment } from "./index-files.ts";
import { wordsOf } from "./each-word.ts";

/** A page that holds all words of a search. */
export interface FoundPage {
  /** Its path in the site. */
  readonly path: string;
  /** The higher, the better it matches. */
  readonly score: number;
}

/** How many files are loaded for the beginning of a word, of each segment. */
const maxBlocks = 3;

/**
 * Find the pages that hold all words of a query, or words that begin with them.
 *
 * @param index the index.
 * @param query what somebody typed.
 * @param load loads a file of the index, by its path in the folder of the index.
 * @returns the pages, the best first; a word that is rare counts more, and so does the word itself than one that begins with it.
 */
export async function findPages(
  index: SearchIndex,
  query: string,
  load: (path: string) => Promise<string>,
): Promise<FoundPage[]> {
  const words = wordsOf(query);
  const paths = index.pages.flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`));
  const found = await Promise.all(words.map((word) => scoresOf(index, word, paths.length, load)));
  const [first, ...others] = found;
  if (first === undefined) return [];
  const all = [...first].flatMap(([page, score]) => {
    if (others.some((scores) => !scores.has(page))) return [];
    return { path: paths[page]!, score: others.reduce((sum, scores) => sum + scores.get(page)!, score) };
  });
  return all.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** The pages that hold a word, each with its score. */
async function scoresOf(
  index: SearchIndex,
  word: string,
  pageCount: number,
  load: (path: string) => Promise<string>,
): Promise<Map<number, number>> {
  const scores = new Map<number, number>();
  await Promise.all(
    index.segments.map(async (segment) => {
      const blocks = await Promise.all(blocksWith(segment, word).map((name) => load(searchPaths.block(name))));
      for (const line of blocks.flatMap((block) => linesWith(block, word))) addLine(line, segment, word, scores);
    }),
  );
  const rarity = Math.log(1 + pageCount / (1 + scores.size));
  for (const [page, score] of scores) scores.set(page, score * rarity);
  return scores;
}

function addLine(line: string, { pages }: SearchSegment, word: string, scores: Map<number, number>): void {
  const space = line.indexOf(" ");
  const factor = space === word.length ? 2 : 1;
  eachPosting(line.slice(space + 1), (own, weight) => {
    const page = pages[own] ?? -1;
    if (page !== -1) scores.set(page, Math.max(scores.get(page) ?? 0, factor * (1 + weight)));
  });
}

/** The files that may hold words which begin with a word. */
function blocksWith({ blocks }: SearchSegment, word: string): string[] {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]![0] <= word) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, low - 1);
  let to = low;
  while (to < blocks.length && to < from + maxBlocks && blocks[to]![0].startsWith(word)) to++;
  return blocks.slice(from, to).map(([, name]) => name);
}

function linesWith(block: string, word: string): string[] {
  return block.split("\n").filter((line) => line.startsWith(word));
}
